import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../database/index.ts';
import { type CompareAnswer, type CompareRequest, compareStored } from './compare.ts';

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
