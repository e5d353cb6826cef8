export { type Compared, compareRuns } from './compare.ts';
export { differencesBetween } from './differences.ts';
export { dumpOf, eventStatus, eventStatuses } from './event-status.ts';
export { Knowledge } from './knowledge.ts';
export { judgeOracle } from './oracle-comparison.ts';
export { Renaming } from './renaming.ts';
export { arrange } from './run-list.ts';
export { sourceDifferences } from './source-differences.ts';
export { type Step, stepBack, stepOn, telling } from './value-history.ts';
