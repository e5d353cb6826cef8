import type { Store } from '../../../engine/index.ts';
import {
  type AgentAct,
  describeIntervention,
  type ModelAnswer,
  type RunSummary,
  toSeconds,
  totalTokens,
} from '../../../engine/model/index.ts';
import type { AskedAgain } from '../../../preload/contract.ts';
import { requestsOf } from '../runs/index.ts';

/** The agent's next acts in `run` and in its branches at request `nth`, grouped by tool, the most frequent first. */
export function askedAgain(store: Store, run: RunSummary, nth: number): AskedAgain {
  const turn = requestsOf(store, run.id)[nth]?.turn;
  if (turn === undefined) return { by: 'agent', groups: [] };
  const by = store.turns(run.id, turn, 1)[0]?.by === 'user' ? 'user' : 'agent';
  const branches = branchesAt(store, run, nth);
  const groups = new Map<string, AskedAgain['groups'][number]['runs'][number][]>();
  for (const one of [run, ...branches]) {
    const { next, did } = nextStep(store, one, turn);
    const change = one === run ? undefined : one.origin?.interventions.at(-1);
    const costs = store.modelCosts([one.id]).get(one.id);
    const row = {
      run: one.id,
      isOriginal: one === run,
      change: change && describeIntervention(change, one.choices?.agent),
      did,
      state: one.state,
      verdict: one.verdict && { outcome: one.verdict.outcome },
      ending: one.notes.find((note) => note.kind === 'ending')?.cause,
      answer: lastAnswer(store, one, turn),
      requests: costs?.requests ?? 0,
      tokens: costs && !costs.uncounted ? totalTokens(costs) : undefined,
    };
    groups.set(next, [...(groups.get(next) ?? []), row]);
  }
  return {
    by,
    groups: [...groups]
      .map(([next, runs]) => ({ next, runs }))
      .toSorted((one, other) => other.runs.length - one.runs.length),
  };
}

/** The branches of `run` that begin with its request `nth`, oldest first. */
export const branchesAt = (store: Store, run: RunSummary, nth: number): readonly RunSummary[] =>
  store
    .findRuns([{ test: { kind: 'word', key: 'is', values: ['branch'], within: false }, not: false }])
    .flatMap(({ id, parent }) => (parent === run.id ? [store.run(id)!] : []))
    .filter(({ origin }) => {
      const last = origin?.interventions.at(-1);
      return last?.kind === 'request' && last.request === nth;
    })
    .toReversed();

function nextStep(
  store: Store,
  { id }: RunSummary,
  nth: number,
): { readonly next: string; readonly did: string } {
  const [turn] = store.turns(id, nth, 1);
  return turn?.by === 'agent' || turn?.by === 'user' ? actText(turn.act) : { next: 'nothing yet', did: '' };
}

function actText(act: AgentAct): { readonly next: string; readonly did: string } {
  switch (act.kind) {
    case 'call':
      return { next: act.tool, did: JSON.stringify(act.args) };
    case 'wait':
      return { next: 'waits', did: act.span === undefined ? '' : `for ${toSeconds(act.span)} s` };
    case 'finish':
      return { next: 'finishes', did: '' };
  }
}

function lastAnswer(store: Store, { id }: RunSummary, turn: number): ModelAnswer | undefined {
  const number = store.exchanges(id).get(turn)?.at(-1);
  return number === undefined ? undefined : store.exchange(number).answer;
}
