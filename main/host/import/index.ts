export { importRuns, type ListedRun } from './import-file.ts';
export { importBeside, type ImportOptions } from './imports.ts';
export { isPattern, readTraceFile } from './sources.ts';
export { watchFolder } from './watch-folder.ts';
export { Imports } from './window-imports.ts';
