export { applyAgentScripts, readAgentScript, writeAgentScript } from './agent-script.ts';
export { checkGraph } from './checks.ts';
export { applyInterventions, outlineOf, planData } from './plan-outline.ts';
export { augmented } from './augmentation.ts';
export { type Planning, planOf } from './plan.ts';
export { isScenario, ScenarioError, UnlistedError, variantsOf } from './scenario.ts';
