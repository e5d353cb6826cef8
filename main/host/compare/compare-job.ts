import { type Comparison, type PackedComparison, type RunSummary } from '../../../engine/model/index.ts';
import { packComparison, unpackComparison } from '../../../engine/model/index.ts';
import { openForReading } from '../database/index.ts';
import { askCompareWorker } from './ask-worker.ts';
import { compareStored } from './compare-stored.ts';

interface CompareRequest {
  /** The database file. */
  readonly file: string;
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** Whether to return only the first divergence, without rows and ids. */
  readonly brief?: boolean;
}

/**
 * Compares two runs in a worker process, because long logs would block the window.
 * @throws {ProblemError} when the runs cannot be read, or `cancel` is aborted.
 */
export const compareBeside = async (request: CompareRequest, cancel?: AbortSignal): Promise<Comparison> =>
  unpackComparison(await comparePacked(request, cancel));

/** As {@link compareBeside}, in the form in which it comes from the worker process. */
export const comparePacked = (request: CompareRequest, cancel?: AbortSignal): Promise<PackedComparison> =>
  askCompareWorker('compare', request, [request.a, request.b], cancel);

/** The worker process's side of {@link compareBeside}. */
export function compareJob({ file, a, b, brief = false }: CompareRequest): PackedComparison {
  using database = openForReading(file);
  const comparison = compareStored(database.store, a, b);
  return packComparison(brief ? { ...comparison, rows: [], ids: [] } : comparison);
}
