export { findWaiting, parse } from './author-code.ts';
export { compileScenario, compileStoredSources } from './compile-cache.ts';
export { type CompiledData, compiledFrom, type CompiledScenario, dataOf } from './compile.ts';
export { dependenciesIn, type FollowedRead, type HashedRead, serverReads } from './dependencies.ts';
export { shortenPlanning, useTimers, watchPlanning } from './gate.ts';
export { openScenario, RealmPool, type RealmRun, variantsIn, withPlace } from './load-scenario.ts';
export { createRealm } from './realm.ts';
export {
  filesIn,
  isBelowFolder,
  MAX_FILE_SIZE,
  type ScenarioFiles,
  type Unsaved,
  withUnsaved,
} from './source-files.ts';
export { type CheckTypes, typeChecks } from './type-checks.ts';
export { loadTypeScript, type TypeScript } from './typescript.ts';
