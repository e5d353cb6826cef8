export { canonicalLine } from './canonical-line.ts';
export { Environment } from './environment.ts';
export { LabError } from './model/lab-error.ts';
export { openStore, type RunWriter, type Store } from './store/store.ts';
export { planOf, type Plan } from './scenario/plan.ts';
export { isScenario, type Scenario } from './scenario/scenario.ts';
export { ScenarioError } from './scenario/scenario-error.ts';
export { type Surroundings } from './scenario/surroundings.ts';
