export { readScript, scriptIn, scriptsFor } from './agent-scripts.ts';
export { checkScenario, planIn, readOver } from './check-scenario.ts';
export { LiveRun } from './live-run.ts';
export { mistakesIn, type PreparedRun, prepareRun } from './prepare-run.ts';
export { branchOff, runAgain } from './rerun.ts';
export type { Breakpoints } from './run-driver.ts';
export { type Audience, removeRuns, Runs } from './runs.ts';
export { type Verification, Verifications, verify } from './verify.ts';
