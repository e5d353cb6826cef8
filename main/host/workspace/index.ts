export { nextVersion } from './next-version.ts';
export { provideSample, templateText } from './starting-files.ts';
export { MCP_CLIENT, requireProgram, requireScript } from './workspace-files.ts';
export { Workspace } from './workspace.ts';
