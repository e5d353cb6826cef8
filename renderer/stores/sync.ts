import type { Answer, CallName, Bridge, Reply, Request } from '../../preload/contract.ts';

/** A function that calls all of `stops`. */
export const disposeAll =
  (stops: readonly (() => void)[]): (() => void) =>
  () => {
    for (const stop of stops) stop();
  };

/**
 * Keeps at most one question under way, and of those that come meanwhile only the newest.
 *
 * Answers therefore arrive in the order of their questions, and a fast scrub asks no more than main can answer.
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
      // The next question may well be answered.
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

/** Milliseconds, a frame: where half comes too late for it, that half costs a second frame and a second layout. */
const LONGEST_WAIT = 16;

/**
 * Shows at one time what comes bit by bit: once all that was asked for has come, or {@link LONGEST_WAIT} after the first
 * question. What comes later shows as it comes.
 */
export class CommitBatch {
  #coming = 0;
  #held: (() => void)[] = [];
  #patience: ReturnType<typeof setTimeout> | undefined;

  /** Shows something that is there. */
  commit(show: () => void): void {
    this.#held.push(show);
    if (this.#coming === 0 || this.#patience === undefined) this.#showAll();
  }

  /** Shows what was asked for when it has come; over when it is on show. */
  async commitWhen<Found>(coming: Promise<Found>, show: (found: Found) => void): Promise<void> {
    this.#coming += 1;
    this.#patience ??= setTimeout(() => {
      this.#showAll();
    }, LONGEST_WAIT);
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
    clearTimeout(this.#patience);
    this.#patience = undefined;
    const held = this.#held;
    this.#held = [];
    for (const show of held) show();
  }
}

/** Puts a question to main. A bug on the other side comes back as a refusal too: no message is ever lost. */
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
