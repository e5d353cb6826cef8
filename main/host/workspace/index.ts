export { nextVersion } from './next-version.ts';
export { provideSample, templateText } from './starting-files.ts';
export { demandProgram } from './workspace-files.ts';
export { Workspace } from './workspace.ts';
