export { findWaiting, parse } from './author-code.ts';
export { compileScenario, compileTexts } from './compile-cache.ts';
export { type CompiledData, compiledFrom, type CompiledScenario, dataOf } from './compile.ts';
export { ScenarioGate, shortenPlanning, useTimers, watchPlanning } from './gate.ts';
export { loadScenario, RealmPool, variantsIn } from './load-scenario.ts';
export { createRealm } from './realm.ts';
export { filesIn, isWithin, MAX_FILE_SIZE, type ScenarioFiles } from './source-files.ts';
export { type CheckTypes, typeChecks } from './type-checks.ts';
export { loadTypeScript, type TypeScript } from './typescript.ts';
