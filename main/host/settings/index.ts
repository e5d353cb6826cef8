export { IsolatedScenarios } from './isolated-scenarios.ts';
export {
  persistedBreakpoints,
  PersistedList,
  PersistedPreferences,
  persistedProbes,
  readSetting,
  settingProblems,
} from './settings.ts';
export { KnownFolders, Trust } from './trust.ts';
