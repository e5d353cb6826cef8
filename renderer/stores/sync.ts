import type { Answer, CallName, Bridge, Reply, Request } from '../../preload/contract.ts';

/** Returns a function that calls all of `stops`. */
export const disposeAll =
  (stops: readonly (() => void)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };

/**
 * Runs at most one question at a time, and keeps only the newest of those asked meanwhile.
 *
 * Answers therefore arrive in the order of their questions, and a fast scrub sends no more than main can answer.
 */
export function coalesceLatest<Question>(
  answer: (question: Question) => Promise<void>,
): (question: Question) => void {
  let busy = false;
  let waiting: { readonly question: Question } | undefined;

  const put = async (question: Question): Promise<void> => {
    busy = true;
    try {
      await answer(question);
    } catch (bug) {
      // The next question may still succeed.
      console.error(bug);
    }
    busy = false;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) void put(next.question);
  };

  return (question) => {
    if (busy) waiting = { question };
    else void put(question);
  };
}

const MAX_REST = 250; // milliseconds

/** Awaits `work`, and rests for as long as it took, so that work of this kind takes at most about half of the time. */
export async function thenRest(work: Promise<void>): Promise<void> {
  const began = performance.now();
  await work;
  const rest = Math.min(performance.now() - began, MAX_REST);
  await new Promise((rested) => setTimeout(rested, rest));
}

/** Milliseconds, one frame. An answer that misses its frame costs a second frame and a second layout. */
const MAX_WAIT = 16;

/**
 * Commits answers that arrive one by one together: when all have arrived, or {@link MAX_WAIT} after the first question.
 * Later answers are committed as they arrive.
 */
export class CommitBatch {
  #coming = 0;
  #held: (() => void)[] = [];
  #timeout: ReturnType<typeof setTimeout> | undefined;

  /** Commits a result that is already available. */
  commit(show: () => void): void {
    this.#held.push(show);
    if (this.#coming === 0 || this.#timeout === undefined) this.#showAll();
  }

  /** Commits a result when it arrives; resolves once it is shown. */
  async commitWhen<Found>(coming: Promise<Found>, show: (found: Found) => void): Promise<void> {
    this.#coming += 1;
    this.#timeout ??= setTimeout(() => {
      this.#showAll();
    }, MAX_WAIT);
    const found = await coming;
    this.#coming -= 1;
    await new Promise<void>((shown) => {
      this.commit(() => {
        show(found);
        shown();
      });
    });
  }

  #showAll(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    const held = this.#held;
    this.#held = [];
    for (const show of held) show();
  }
}

/** Sends a request to main. An exception on the other side also comes back as a problem, so no message is lost. */
export async function ask<Name extends CallName>(
  bridge: Pick<Bridge, 'call'>,
  name: Name,
  request: Request<Name>,
): Promise<Reply<Answer<Name>>> {
  try {
    return await bridge.call(name, request);
  } catch (bug) {
    const message = bug instanceof Error ? bug.message : String(bug);
    return { ok: false, error: { code: 'unexpected', message: `${name}: ${message}`, problems: [] } };
  }
}
