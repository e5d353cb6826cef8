import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../database.ts';
import { compareStored } from './compare-stored.ts';
import type { CompareAnswer, CompareRequest } from './compare-beside.ts';

const { file, a, b, brief = false } = workerData as CompareRequest;

parentPort?.postMessage(answer());

function answer(): CompareAnswer {
  try {
    using database = openDatabase(file);
    const comparison = compareStored(database.store, a, b);
    return { comparison: brief ? { ...comparison, rows: [], ids: [] } : comparison };
  } catch (thrown) {
    return { error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
