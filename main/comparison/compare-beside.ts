import { Worker } from 'node:worker_threads';
import type { Comparison, RunSummary } from '../../engine/model/index.ts';
import { Fault } from '../fault.ts';

export interface CompareRequest {
  /** The database, which may be written. */
  readonly file: string;
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** Only where they part is wanted: no rows, no ids. */
  readonly brief?: boolean;
}

export type CompareAnswer = { readonly comparison: Comparison } | { readonly error: string };

/** compare-worker as it was built. */
const WORKER = new URL('compare-worker.js', import.meta.url);

/** Lays two runs side by side in a thread of its own: long logs must not hold the window up. */
export function compareBeside(request: CompareRequest): Promise<Comparison> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, { workerData: request });
    worker.once('message', (answer: CompareAnswer) => {
      if ('comparison' in answer) resolve(answer.comparison);
      else reject(new Fault('not-compared', `runs ${request.a.id} and ${request.b.id}: ${answer.error}`));
    });
    worker.once('error', reject);
  });
}
