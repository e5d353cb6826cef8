import type { LogHead, Store } from '../../engine/index.ts';
import type { RunId } from '../../engine/model/index.ts';

const ENTRIES_PER_READ = 20_000;
const NO_ARGUMENTS = {};

/** The log of the run asked for last, kept short: whoever scrubs asks for the same log again and again. */
export class Past {
  readonly #store: Store;
  #run: RunId | undefined;
  #heads: LogHead[] = [];

  constructor(store: Store) {
    this.#store = store;
  }

  /** The entries of `run` up to `at` at least, without arguments and answers. */
  upTo(run: RunId, at: number): readonly LogHead[] {
    if (run !== this.#run) this.#heads = [];
    this.#run = run;
    while (this.#heads.length <= at) {
      const read = this.#store.heads(run, this.#heads.length, ENTRIES_PER_READ);
      if (read.length === 0) break;
      for (const head of read) this.#heads.push(shortened(head));
    }
    return this.#heads;
  }
}

/** What was called with what is not asked for, and would fill memory. */
function shortened(head: LogHead): LogHead {
  const outcome = head.outcome.status === 'done' ? { ...head.outcome, value: null } : head.outcome;
  return 'action' in head
    ? { ...head, outcome, action: { ...head.action, args: NO_ARGUMENTS }, calls: [] }
    : { ...head, outcome };
}
