import { canonicalLine, type Store } from '../../../engine/index.ts';
import type { LogEntry, RunId, RunSummary } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { fireEvents } from './live-run.ts';
import { prepareRerun } from './rerun.ts';

/** What came of running a run again. */
export interface Verification {
  /** How many of the first entries are as a trace has them, and were not run: so far it cannot be otherwise. */
  readonly recorded: number;
  /** How many entries came out the same, from the first on. */
  readonly same: number;
  /** The first that did not, as it was and as it came out; either may be missing. */
  readonly differs: { readonly was: LogEntry | undefined; readonly is: LogEntry | undefined } | undefined;
}

const SLICE_MILLISECONDS = 8;

interface VerifyOptions {
  /** Calls it off. */
  readonly signal?: AbortSignal;
  /** To be called as it goes on, with how many entries came out the same so far. */
  readonly onProgress?: (same: number) => void;
}

/**
 * Runs a stored run again and holds it against its log. A run that was stopped or interrupted is held against what there is.
 *
 * @throws {ProblemError} when it was not run here, or it is called off.
 */
export async function verify(
  store: Store,
  run: RunSummary,
  { signal, onProgress }: VerifyOptions = {},
): Promise<Verification> {
  const again = await prepareRerun(store, run);
  const recorded = run.origin?.recorded ?? 0;
  // A run that a person stopped has a hash, too, but would have gone on.
  const ended = run.logHash !== undefined && run.state !== 'stopped';
  let same = 0;
  for (let over = false; !over;) {
    if (signal?.aborted === true)
      throw new ProblemError('verification-cancelled', `${run.id}: not verified, for it was cancelled.`);
    const fired: LogEntry[] = [];
    const began = performance.now();
    over = fireEvents(again, fired, () => performance.now() < began + SLICE_MILLISECONDS);
    const stored = store.entries(run.id, same, fired.length);
    for (const [at, is] of fired.entries()) {
      const was = stored[at];
      if (was === undefined && !ended) return { recorded, same, differs: undefined };
      if (was === undefined || canonicalLine(was) !== canonicalLine(is))
        return { recorded, same, differs: { was, is } };
      same += 1;
    }
    onProgress?.(same);
    again.environment.dropEntries((from, limit) => store.entries(run.id, from, limit));
    await new Promise(setImmediate);
  }
  const missing = store.entry(run.id, same);
  return { recorded, same, differs: missing === undefined ? undefined : { was: missing, is: undefined } };
}

interface UnderWay {
  readonly control: AbortController;
  readonly outcome: Promise<Verification>;
}

/** Runs that are being run again, each once however often that is asked. */
export class Verifications {
  readonly #underWay = new Map<RunId, UnderWay>();
  readonly #onProgress: (run: RunSummary, same: number) => void;

  /** `onProgress` is called as they go on, with how many entries came out the same so far. */
  constructor(onProgress: (run: RunSummary, same: number) => void = () => undefined) {
    this.#onProgress = onProgress;
  }

  /** @throws {ProblemError} when it was not run here, or it is called off. */
  verify(store: Store, run: RunSummary): Promise<Verification> {
    return (this.#underWay.get(run.id) ?? this.#begin(store, run)).outcome;
  }

  /** Calls it off for all who asked. */
  cancel(run: RunId): void {
    this.#underWay.get(run)?.control.abort();
    this.#underWay.delete(run);
  }

  #begin(store: Store, run: RunSummary): UnderWay {
    const control = new AbortController();
    const onProgress = (same: number): void => {
      this.#onProgress(run, same);
    };
    const outcome = verify(store, run, { signal: control.signal, onProgress }).finally(() => {
      if (this.#underWay.get(run.id)?.control === control) this.#underWay.delete(run.id);
    });
    const begun = { control, outcome };
    this.#underWay.set(run.id, begun);
    return begun;
  }
}
