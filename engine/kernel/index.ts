export { Environment, type EnvironmentOptions, type EnvironmentState } from './environment.ts';
export { ManualClock, ManualEnvironment } from './manual-environment.ts';
export { type ReadBack, storedPast } from './event-log.ts';
export { ResultIndex } from './results.ts';
