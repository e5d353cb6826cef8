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
export { AllowedModels } from './allowed-models.ts';
export { KnownFolders, Trust } from './trust.ts';
