import { setImmediate } from 'node:timers/promises';
import type { ModelRequest, OutsideAgent } from '../../../engine/model/index.ts';
import { DEFAULT_AGENT_LIMITS, ProcessParticipant } from '../agents/index.ts';
import { ProblemError } from '../system/index.ts';
import { fireEvents } from './live-run.ts';
import type { PreparedRun } from './prepare-run.ts';

/** The duration of the slices in which events fire, in milliseconds, so that runs can advance. */
const SLICE_MILLISECONDS = 8;

/**
 * The first request that `agent` would make to its model in `run`, without asking the model. The run fires its events up to the
 * agent's first question, and is not stored.
 * @throws {ProblemError} when the agent makes no request.
 */
export async function firstRequest(
  run: PreparedRun,
  agent: OutsideAgent,
  folder: string,
): Promise<ModelRequest> {
  const { session, environment, plan } = run;
  const found = new AbortController();
  const quitting = found.signal;
  let request: ModelRequest | undefined;
  const process = new ProcessParticipant(plan, {
    ...agent,
    ...DEFAULT_AGENT_LIMITS,
    folder,
    recorder: {
      recorded: (asked) => {
        request = asked;
        found.abort(new ProblemError('cancelled', 'The request is known.'));
        return Promise.reject(found.signal.reason as Error);
      },
      keep: () => Promise.resolve(undefined),
      take: () => [],
      answersOf: () => [],
    },
  });
  const last = {
    time: environment.now,
    messages: [],
    result: undefined,
    why: 'only the first request was asked for',
  };
  try {
    await process.start(environment.now, [], quitting);
    for (let isOver = false; !isOver && request === undefined;) {
      const { question } = session;
      if (question !== undefined) session.answer(await process.answer(question, quitting));
      const until = performance.now() + SLICE_MILLISECONDS;
      isOver = fireEvents(run, [], () => performance.now() < until) && session.question === undefined;
      await setImmediate();
    }
  } catch (thrown) {
    if (request === undefined) throw thrown;
  } finally {
    await process.end(last, quitting);
    run.release();
  }
  if (request !== undefined) return request;
  throw new ProblemError('no-request', 'The agent asks its model nothing in this run.');
}
