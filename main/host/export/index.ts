export { ENDINGS, exportRunFile, type FileKind, fileNameOf } from './export-run.ts';
export { saveReport, saveSweepReport, type Subject } from './report.ts';
