import { parentPort, workerData } from 'node:worker_threads';
import { LabError } from '../../engine/index.ts';
import { openDatabase } from '../database.ts';
import type { ImportAnswer, ImportRequest } from './import-beside.ts';
import { importTraceFile, importTraceText } from './traces.ts';

const { database, source } = workerData as ImportRequest;

const tell = (answer: ImportAnswer): void => parentPort?.postMessage(answer);

try {
  using open = openDatabase(database);
  const wrote = (written: number, all: number): void => {
    tell({ kind: 'progress', share: written / all });
  };
  const run =
    'file' in source
      ? await importTraceFile(open.store, source.file, wrote)
      : importTraceText(open.store, source.text, source.name, wrote);
  tell({ kind: 'done', run });
} catch (thrown) {
  if (!(thrown instanceof LabError)) throw thrown;
  tell({ kind: 'refused', code: thrown.code, message: thrown.message });
}
