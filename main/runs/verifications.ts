import type { Store } from '../../engine/index.ts';
import type { RunId, RunSummary } from '../../engine/model/index.ts';
import { verify, type Verification } from './verify.ts';

interface UnderWay {
  readonly control: AbortController;
  readonly outcome: Promise<Verification>;
}

/** Runs that are being run again, each once however often that is asked. */
export class Verifications {
  readonly #underWay = new Map<RunId, UnderWay>();
  readonly #tell: (run: RunSummary, same: number) => void;

  /** `tell` is called as they go on, with how many entries came out the same so far. */
  constructor(tell: (run: RunSummary, same: number) => void = () => undefined) {
    this.#tell = tell;
  }

  /** @throws {Fault} when it was not run here, or it is called off. */
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
    const tell = (same: number): void => {
      this.#tell(run, same);
    };
    const outcome = verify(store, run, { signal: control.signal, tell }).finally(() => {
      if (this.#underWay.get(run.id)?.control === control) this.#underWay.delete(run.id);
    });
    const begun = { control, outcome };
    this.#underWay.set(run.id, begun);
    return begun;
  }
}
