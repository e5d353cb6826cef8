import type { Store } from '../../../engine/index.ts';
import { type ModelCosts, type RunId, totalTokens } from '../../../engine/model/index.ts';

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
