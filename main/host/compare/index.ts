export { compareBeside, Comparisons } from './compare.ts';
