export { readDocuments } from './documents.ts';
export { filesToLookInto, groupDocument, groupedFiles, isPlainText } from './folders.ts';
export { gaia2Rows, traceInRow } from './gaia2-rows.ts';
export { PartReader, type RunInParts } from './part-reader.ts';
export { asDocument, isAnswer, linksIn, readingOf, withOnly } from './reading-mode.ts';
export { readRecordings, recordingsIn, trajectoryFormat } from './read-recordings.ts';
