export {
  FILE_ENDINGS,
  exportRunFile,
  exportRunFiles,
  type FileKind,
  fileNameOf,
  rowLines,
} from './export-run.ts';
export { type TranscriptFormat, transcriptText, writeTranscript } from './write-transcript.ts';
export { reportSubject, saveReport, saveSweepReport } from './report.ts';
