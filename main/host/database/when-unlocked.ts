import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../../../engine/index.ts';
import { ProblemError } from '../system/index.ts';

/** How long it rests before it tries again. */
const REST = 200; // milliseconds

const LOCKED = 'Another program has locked the database. Waiting until it is free.';

/** How a person is told that a run waits, and lets it wait no longer. */
export interface Waiting {
  /** Called again and again while it waits, with a sentence. */
  readonly onWait: (why: string) => void;
  readonly giveUp?: AbortSignal;
}

/**
 * The answer of `work`, which writes to a database: at once, or when other programs have unlocked it.
 *
 * @throws {ProblemError} when `giveUp` is aborted meanwhile.
 */
export async function whenUnlocked<Answer>(work: () => Answer, { onWait, giveUp }: Waiting): Promise<Answer> {
  for (;;) {
    if (giveUp?.aborted === true)
      throw new ProblemError('cancelled', 'The run was cancelled before it began.');
    try {
      return work();
    } catch (thrown) {
      if (!isLocked(thrown)) throw thrown;
    }
    onWait(LOCKED);
    await sleep(REST);
  }
}

/** Whether `thrown` says that another program has locked the database. */
export const isLocked = (thrown: unknown): boolean =>
  thrown instanceof StoreError && thrown.code === 'store-busy';
