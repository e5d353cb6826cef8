import type { Store } from '../../../engine/index.ts';
import { type ModelCosts, type RunId, totalTokens } from '../../../engine/model/index.ts';
import type { SweepHeader } from './manifest.ts';

/** What the models of a job used. */
export interface JobUse {
  readonly requests: number;
  /** `undefined` if a server did not tell them. */
  readonly tokens: number | undefined;
  /** `undefined` if a price or the tokens of an answer are not known. */
  readonly cost: number | undefined;
}

export const NO_USE: JobUse = { requests: 0, tokens: 0, cost: 0 };

export function sumUses(one: JobUse, other: JobUse): JobUse {
  const sum = (field: 'tokens' | 'cost'): number | undefined => {
    const [first, second] = [one[field], other[field]];
    return first === undefined || second === undefined ? undefined : first + second;
  };
  return { requests: one.requests + other.requests, tokens: sum('tokens'), cost: sum('cost') };
}

/** What the models of a run used. */
export const modelUse = (store: Store, run: RunId): JobUse =>
  Object.values(store.askerCosts([run]).get(run) ?? {})
    .map(useOf)
    .reduce(sumUses, NO_USE);

function useOf(costs: ModelCosts): JobUse {
  const { requests, uncounted, input, price } = costs;
  // A request without an answer uses nothing.
  if (uncounted === 0 && input === undefined) return { ...NO_USE, requests };
  return { requests, tokens: uncounted === 0 ? totalTokens(costs) : undefined, cost: price?.amount };
}

/** Whether the run ended because its model gave no answer, which is the server's fault and not the agent's. */
export const isUnanswered = (store: Store, run: RunId): boolean =>
  store.run(run)?.notes.some((note) => note.kind === 'ending' && note.cause === 'model') === true;

const LIMITED = { tokens: 'tokens', requests: 'requests', cost: 'for its models' } as const satisfies Record<
  keyof JobUse,
  string
>;

const UNKNOWN = 'which cannot be kept: the tokens of an answer or a price in prices.json are not known';

/** What the models of a sweep may use. */
export class Budget implements Disposable {
  readonly #limits: SweepHeader['limits'];
  readonly #onReached: () => void;
  readonly #timer: NodeJS.Timeout | undefined;
  #used: JobUse;
  #reached: string | undefined;

  /**
   * @param used the use in earlier executions
   * @param onReached called when a limit is reached
   */
  constructor(limits: SweepHeader['limits'], used: JobUse, onReached: () => void) {
    this.#limits = limits;
    this.#onReached = onReached;
    this.#used = NO_USE;
    this.spend(used);
    const { minutes } = limits;
    if (minutes !== undefined)
      this.#timer = setTimeout(() => {
        this.#reach(`${minutes} minutes`);
      }, minutes * 60_000);
  }

  /** The reached limit, such as `1,000 tokens`; `undefined` if none is reached. */
  get reached(): string | undefined {
    return this.#reached;
  }

  spend(use: JobUse): void {
    this.#used = sumUses(this.#used, use);
    for (const [what, words] of Object.entries(LIMITED)) {
      const [most, used] = [this.#limits[what as keyof JobUse], this.#used[what as keyof JobUse]];
      if (most === undefined || (used !== undefined && used < most)) continue;
      const limit = `${most.toLocaleString('en-US')} ${words}`;
      this.#reach(used === undefined ? `${limit}, ${UNKNOWN}` : limit);
    }
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #reach(limit: string): void {
    this.#reached ??= limit;
    this.#onReached();
  }
}
