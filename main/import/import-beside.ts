import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RunSummary } from '../../engine/model/run.ts';
import { Fault } from '../fault.ts';
import { Refused } from '../refused.ts';

export interface ImportRequest {
  readonly database: string;
  readonly source: { readonly file: string } | { readonly name: string; readonly text: string };
}

export type ImportAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly run: RunSummary }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** import-worker as it was built. */
const WORKER = new URL('import-worker.js', import.meta.url);

/** What is read may take this many times its own size, and no more of the machine than this. */
const MOST_MEMORY = 4_096; // MB

/**
 * Imports a trace or a portable file in a thread of its own: reading a large one must not hold the window up. `progress`
 * hears which share of it is written, once it is understood. Until it is all written, none of it is.
 *
 * @throws {LabError} when it is refused, or `cancel` is called off.
 */
export function importBeside(
  request: ImportRequest,
  progress: (share: number) => void,
  cancel: AbortSignal,
): Promise<RunSummary> {
  const { source } = request;
  const name = 'file' in source ? basename(source.file) : source.name;
  return new Promise((resolve, reject) => {
    const limits = { maxOldGenerationSizeMb: MOST_MEMORY };
    const worker = new Worker(WORKER, { workerData: request, resourceLimits: limits });
    const called = (): void => {
      reject(new Fault('import-cancelled', `${name}: not imported, for it was cancelled.`));
      void worker.terminate();
    };
    if (cancel.aborted) called();
    cancel.addEventListener('abort', called, { once: true });
    worker.on('message', (answer: ImportAnswer) => {
      if (answer.kind === 'progress') progress(answer.share);
      else if (answer.kind === 'done') resolve(answer.run);
      else reject(new Refused(answer.code, answer.message));
    });
    worker.once('error', (error: Error & { readonly code?: string }) => {
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge(name) : error);
    });
    worker.once('exit', () => {
      cancel.removeEventListener('abort', called);
    });
  });
}

const tooLarge = (name: string): Fault =>
  new Fault(
    'file-too-large',
    `${name}: found more than ${MOST_MEMORY} MB of memory can hold, wanted a smaller file`,
  );
