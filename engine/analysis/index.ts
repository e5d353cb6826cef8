export { matchingApps, withAppNames } from './app-names.ts';
export { type ComparedRun, compareRuns } from './compare-runs.ts';
export { compareAttempts, compareSeveral } from './compare-attempts.ts';
export { compareSets } from './compare-sets.ts';
export { markedSteps } from './differing-words.ts';
export { differencesBetween } from './entry-differences.ts';
export { runStateDump, EventHistory, eventStatus, eventStatuses, statusOverview } from './event-status.ts';
export { KnowledgeReconstruction } from './knowledge.ts';
export { compareWithOracle } from './oracle-comparison.ts';
export { IdMapping } from './id-mapping.ts';
export { arrangeRuns, RunArranger } from './run-list.ts';
export { holm } from './statistics.ts';
export {
  attemptEstimates,
  comparePairs,
  compareSweeps,
  contenderOf,
  countJobs,
  countsBy,
  factorValue,
  flakyCells,
  gridFactors,
  histogramOf,
  jobLines,
  jobRow,
  jobsInCell,
  reasons,
  sweepGrid,
  sweepStatistics,
  taskOf,
} from './sweep-results.ts';
export { attemptMatrix, commonScorers } from './attempts.ts';
export { requestDifference } from './request-difference.ts';
export { sourceDifferences } from './source-differences.ts';
export { type FollowedValue, pathBeforeChanges, followForward, valueHistory } from './value-history.ts';
