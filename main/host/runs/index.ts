export { readScript, scriptIn, scriptsFor } from './agent-scripts.ts';
export { checkScenario, planOfScenario, checkTypesOnly } from './check-scenario.ts';
export { RunJudge } from './judge.ts';
export { LiveRun } from './live-run.ts';
export { typeWarnings, type PreparedRun, prepareRun } from './prepare-run.ts';
export { prepareBranch, prepareRerun } from './rerun.ts';
export type { BreakpointList } from './run-driver.ts';
export { type RunObserver, removeRuns, Runs } from './runs.ts';
export { type Verification, Verifications, verify } from './verify.ts';
