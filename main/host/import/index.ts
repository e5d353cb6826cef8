export { importTraceFile, readTraceFile } from './import-file.ts';
export { importBeside, importJob, Imports } from './imports.ts';
