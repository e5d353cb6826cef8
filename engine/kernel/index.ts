export { ManualClock } from './clock.ts';
export { Environment, type EnvironmentOptions, type EnvironmentState } from './environment.ts';
export { ManualEnvironment } from './manual-environment.ts';
export { storedPast } from './event-log.ts';
export { ResultIndex } from './result-index.ts';
