export { ENDINGS, exportRunFile, exportRunFiles, type FileKind, fileNameOf, rowLines } from './export-run.ts';
export { reportSubject, saveReport, saveSweepReport } from './report.ts';
