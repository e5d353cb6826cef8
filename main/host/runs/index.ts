export { readScript, scriptIn, scriptsFor } from './agent-scripts.ts';
export { checkScenario, planOfScenario, checkTypesOnly } from './check-scenario.ts';
export { judgeEnded, readConfiguration, RunJudge } from './judge.ts';
export { endingBy, LiveRun, type RunEnding } from './live-run.ts';
export {
  type AskedChoices,
  choicesOf,
  typeWarnings,
  type PreparedRun,
  prepareRun,
  prepareScenario,
  prepareTrace,
  type RunOptions,
} from './prepare-run.ts';
export { prepareBranch, prepareRerun } from './rerun.ts';
export type { BreakpointList } from './run-driver.ts';
export { type RunObserver, removeRuns, Runs, type StartOptions } from './runs.ts';
export { type Verification, Verifications, verify } from './verify.ts';
