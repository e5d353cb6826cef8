export { ENDINGS, exportRunFile, type FileKind, fileNameOf } from './export-run.ts';
export { saveReport, type Subject } from './report.ts';
