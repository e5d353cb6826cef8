export { compareBeside, compareJob, Comparisons } from './compare.ts';
