export { Clock } from './clock.ts';
export { Environment, type EnvironmentOptions, type EnvironmentState } from './environment.ts';
export { ResultIndex } from './result-index.ts';
