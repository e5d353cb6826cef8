export type { RealmFailure, RunHost, RunTable, ScenarioRequest, ScenarioTable } from './tables.ts';
