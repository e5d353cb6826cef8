export { importPortable, isPortable, type PortableRun, readPortable } from './read-portable.ts';
export {
  asDocument,
  gaia2Rows,
  traceInRow,
  groupDocument,
  filesToLookInto,
  groupedFiles,
  readDocuments,
  readRecordings,
  isAnswer,
  isPlainText,
  PartReader,
  type RunInParts,
  linksIn,
  readingOf,
  recordingsIn,
  withOnly,
  trajectoryFormat,
} from './trajectories/index.ts';
export { writePortable } from './write-portable.ts';
