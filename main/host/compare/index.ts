export { compareAttemptsBeside, comparedBy, stepTexts, tabulateAttemptsBeside } from './attempts.ts';
export { compareBeside } from './compare-job.ts';
export { compareStates, compareStored } from './compare-stored.ts';
export { Comparisons } from './comparisons.ts';
