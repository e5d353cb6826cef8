export { nextVersion } from './next-version.ts';
export { provideSample, templateText } from './starting-files.ts';
export { requireProgram } from './workspace-files.ts';
export { Workspace } from './workspace.ts';
