import type { Comparison, Divergence, RunSummary } from '../../engine/model/index.ts';
import type { KeptRuns } from '../kept-runs.ts';
import { compareBeside } from './compare-beside.ts';
import { compareStates, type Moment } from './compare-stored.ts';

/** What the window asks of two runs. It remembers which ids stand for one another in the pair it compared last. */
export class Comparisons {
  readonly #kept: KeptRuns;
  #last: { readonly pair: string; readonly ids: Comparison['ids'] } | undefined;

  constructor(kept: KeptRuns) {
    this.#kept = kept;
  }

  /** @throws {Fault} when they cannot be read. */
  async compare(a: RunSummary, b: RunSummary): Promise<Comparison> {
    const { ids, ...comparison } = await compareBeside({ file: this.#kept.file, a, b });
    this.#last = { pair: pairOf(a, b), ids };
    return { ...comparison, ids: [] };
  }

  /** Where they part. @throws {Fault} when they cannot be read. */
  async parting(a: RunSummary, b: RunSummary): Promise<Divergence | undefined> {
    return (await compareBeside({ file: this.#kept.file, a, b, brief: true })).divergence;
  }

  states(a: Moment, b: Moment): ReturnType<typeof compareStates> {
    const known = this.#last?.pair === pairOf(a.run, b.run) ? this.#last.ids : [];
    return compareStates(this.#kept.store, a, b, known);
  }
}

const pairOf = (a: RunSummary, b: RunSummary): string => `${a.id} ${b.id}`;
