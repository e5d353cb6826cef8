export { importTraceFile, traceText } from './import-file.ts';
export { importBeside, Imports } from './imports.ts';
