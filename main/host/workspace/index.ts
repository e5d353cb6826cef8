export { nextVersion } from './next-version.ts';
export { provideSample, templateText } from './starting-files.ts';
export { requireProgram, requireScript } from './workspace-files.ts';
export { Workspace } from './workspace.ts';
