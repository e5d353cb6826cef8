export { importRuns, readTraceFile } from './import-file.ts';
export { importBeside, Imports } from './imports.ts';
