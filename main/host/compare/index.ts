export { compareBeside, compareJob, compareStored, Comparisons } from './compare.ts';
