export { importRuns, type ListedRun } from './import-file.ts';
export { importBeside, type ImportOptions } from './imports.ts';
export { isPattern } from './sources.ts';
export { readTraceFile } from './trace-file.ts';
export { watchFolder } from './watch-folder.ts';
export { Imports } from './window-imports.ts';
