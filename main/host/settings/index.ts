export { keptBreakpoints, KeptList, KeptPreferences, keptProbes, readSetting } from './settings.ts';
export { KnownFolders, Trust } from './trust.ts';
