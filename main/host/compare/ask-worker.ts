import type { RunSummary } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';

const MAX_MEMORY = 4_096; // MB

/**
 * Compares `runs` in a worker process, because long logs would block the window.
 * @param job a key of the list in `main/worker.ts`
 * @throws {ProblemError} when the runs cannot be read, or `cancel` is aborted.
 */
export async function askCompareWorker<Request extends object, Answer>(
  job: 'compare' | 'attempts',
  request: Request,
  runs: readonly RunSummary[],
  cancel: AbortSignal | undefined,
): Promise<Answer> {
  using worker = new WorkerProcess<Request, Answer>(job, { memory: MAX_MEMORY });
  try {
    return await worker.ask(request, { cancel });
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    const names = runs.map(({ id }) => id).join(' and ');
    throw new ProblemError('not-compared', `Runs ${names} were not compared: ${REASONS[thrown.why]}`);
  }
}

const REASONS = {
  memory: `that takes more than ${MAX_MEMORY.toLocaleString('en-US')} MB of memory.`,
  time: 'that takes too long.',
  cancelled: 'the comparison was cancelled.',
  ended: 'the worker process ended. Try again.',
};
