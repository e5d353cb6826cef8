export { attemptSteps } from './attempt-steps.ts';
export { AgentKnowledge } from './agent-knowledge.ts';
export { headOf, packWholeRows, readRows, readSummaries, rowOf, rowsOf } from './log-rows.ts';
export { Plans } from './plans.ts';
export { RunLibraryReader } from './run-library.ts';
export { findEntries, SearchIndexer } from './search.ts';
export { hasOwnApps, describeApps, toolsOfStoredRun } from './tools.ts';
export {
  callDetails,
  calledEntry,
  besideSteps,
  costsOverTime,
  stepsOf,
  traceSteps,
  traceStepText,
  transcriptPage,
} from './transcript.ts';
export { valueHistoryOf } from './value-history.ts';
export { AllRunsSearch } from './search-all-runs.ts';
export { requestView } from './model-requests.ts';
export { askedAgain } from './asked-again.ts';
