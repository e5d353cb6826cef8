export { ENDINGS, exportRunFile, exportRunFiles, type FileKind, fileNameOf, rowLines } from './export-run.ts';
export { saveReport, saveSweepReport, type Subject } from './report.ts';
