import type { Store } from '../../../engine/index.ts';
import {
  type AgentAct,
  describeIntervention,
  type ModelAnswer,
  type RunSummary,
  toSeconds,
} from '../../../engine/model/index.ts';
import type { AskedAgain } from '../../../preload/contract.ts';
import { requestsOf } from '../runs/index.ts';

/**
 * What the agent did next in `run` and in its branches at request `nth`, grouped by that: first what most of them did.
 */
export function askedAgain(store: Store, run: RunSummary, nth: number): AskedAgain {
  const turn = requestsOf(store, run.id)[nth]?.turn;
  if (turn === undefined) return { groups: [] };
  const branches = store
    .runs()
    .filter(({ origin }) => {
      const last = origin?.interventions.at(-1);
      return origin?.parent === run.id && last?.kind === 'request' && last.request === nth;
    })
    .toReversed();
  const groups = new Map<string, AskedAgain['groups'][number]['runs'][number][]>();
  for (const one of [run, ...branches]) {
    const did = nextStep(store, one, turn);
    const change = one === run ? undefined : one.origin?.interventions.at(-1);
    const costs = store.modelCosts(one.id);
    const row = {
      run: one.id,
      isOriginal: one === run,
      change: change && describeIntervention(change, one.choices?.agent),
      state: one.state,
      verdict: one.verdict?.outcome,
      answer: lastAnswer(store, one, turn),
      requests: costs?.requests ?? 0,
      tokens: (costs?.input ?? 0) + (costs?.output ?? 0),
    };
    groups.set(did, [...(groups.get(did) ?? []), row]);
  }
  return {
    groups: [...groups]
      .map(([next, runs]) => ({ next, runs }))
      .toSorted((one, other) => other.runs.length - one.runs.length),
  };
}

function nextStep(store: Store, { id }: RunSummary, nth: number): string {
  const [turn] = store.turns(id, nth, 1);
  return turn?.by === 'agent' ? actText(turn.act) : 'nothing yet';
}

function actText(act: AgentAct): string {
  switch (act.kind) {
    case 'call':
      return `${act.tool} ${JSON.stringify(act.args)}`;
    case 'wait':
      return act.span === undefined ? 'waits' : `waits for ${toSeconds(act.span)} s`;
    case 'finish':
      return 'finishes';
  }
}

function lastAnswer(store: Store, { id }: RunSummary, turn: number): ModelAnswer | undefined {
  const number = store.exchanges(id).get(turn)?.at(-1);
  return number === undefined ? undefined : store.exchange(number).answer;
}
