export { IsolatedScenarios } from './isolated-scenarios.ts';
export {
  persistedBreakpoints,
  PersistedList,
  PersistedPreferences,
  persistedModels,
  persistedProbes,
  readSetting,
  settingProblems,
} from './settings.ts';
export { ModelHosts } from './model-hosts.ts';
export { KnownFolders, Trust } from './trust.ts';
