export { readScript, scriptIn, scriptsFor } from './agent-scripts.ts';
export {
  checkScenario,
  checkTypesOnly,
  followScenarios,
  planOfScenario,
  plannerHere,
  problemsIn,
  plannerInWorker,
  type ScenarioChecks,
  variantsOfScenario,
} from './check-scenario.ts';
export { untrustedCode } from './untrusted-code.ts';
export { checkedValues } from './check-values.ts';
export { CLOSED_ENDING, IsolatedRuns, type ActiveRunControls } from './isolated-runs.ts';
export { judgeEnded, judgeInWorker, readConfiguration, RunJudge } from './judge.ts';
export { beginRun, LiveRun } from './live-run.ts';
export {
  type AskedChoices,
  storedChoices,
  compileAndCheck,
  judgedBetweenTurns,
  listedScenario,
  LISTS_FILE,
  namesServers,
  typeWarnings,
  warningsIn,
  type PreparedRun,
  prepareRun,
  prepareScenario,
  prepareTrace,
  type RunOptions,
  withKnownLists,
} from './prepare-run.ts';
export {
  requestToAmend,
  prepareAmendment,
  prepareBranch,
  prepareFromStoredFiles,
  prepareRepetition,
  prepareResumption,
} from './prepare-stored-run.ts';
export { firstRequest } from './first-request.ts';
export { type BreakpointList, driveAlone } from './run-driver.ts';
export { firstDifferenceInWorker } from './rerun-version.ts';
export {
  type AnswerSources,
  exchangesOf,
  replayPolicy,
  requestsOf,
  type ReplayPolicy,
  resumingPolicy,
  RunExchanges,
} from './run-exchanges.ts';
export { type Players, processPlayers } from './players.ts';
export { pricedModel, findPrice } from './model-prices.ts';
export { TextReader } from './text-reader.ts';
export { type RunObserver, removeRuns, Runs, type StartOptions } from './runs.ts';
export { type Verification, Verifications, verify } from './verify.ts';
