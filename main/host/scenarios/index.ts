export { findWaiting, loadTypeScript, parse, type TypeScript } from './author-code.ts';
export { compileScenario, compileTexts } from './compile-cache.ts';
export { type CompiledScenario, compileFiles } from './compile.ts';
export { ScenarioGate, useTimers } from './gate.ts';
export { loadScenario, variantsIn } from './load-scenario.ts';
export { createRealm } from './realm.ts';
export { filesIn } from './source-files.ts';
export { type CheckTypes, typeChecks, typesJob } from './type-checks.ts';
