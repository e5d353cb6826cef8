export type { RealmFailure, RunHost, RunFunctions, ScenarioRequest, ScenarioFunctions } from './functions.ts';
