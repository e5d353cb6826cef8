import type { Store } from '../../../engine/index.ts';
import type { RunId } from '../../../engine/model/index.ts';

/** The tokens and requests that the model of a job used, as its server reported them. */
export interface JobUse {
  readonly tokens: number;
  readonly requests: number;
  /** Without that of runs whose cost is not known. */
  readonly cost: number;
}

export const NO_USE: JobUse = { tokens: 0, requests: 0, cost: 0 };

export const sumUses = (one: JobUse, other: JobUse): JobUse => ({
  tokens: one.tokens + other.tokens,
  requests: one.requests + other.requests,
  cost: one.cost + other.cost,
});

/** What the model of a run used. */
export function modelUse(store: Store, run: RunId): JobUse {
  const { input = 0, output = 0, requests = 0, price } = store.modelCosts([run]).get(run) ?? {};
  return { tokens: input + output, requests, cost: price?.amount ?? 0 };
}

/** Whether the run ended because its model gave no answer, which is the server's fault and not the agent's. */
export const isUnanswered = (store: Store, run: RunId): boolean =>
  store.run(run)?.notes.some((note) => note.kind === 'ending' && note.cause === 'model') === true;
