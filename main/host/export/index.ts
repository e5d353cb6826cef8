export {
  FILE_ENDINGS,
  exportRunFile,
  exportRunFiles,
  type ExportFileKind,
  fileNameOf,
  rowLines,
} from './export-run.ts';
export { type TranscriptFormat, transcriptText, writeTranscript } from './write-transcript.ts';
export { reportSubject, saveReport, saveSweepReport } from './report.ts';
