export { compareBeside, compareStored, Comparisons } from './compare.ts';
