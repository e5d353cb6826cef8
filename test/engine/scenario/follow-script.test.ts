import { describe, expect, it } from 'vitest';
import { applyAgentScripts } from '../../../engine/scenario/agent-script.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import type { Plan } from '../../../engine/world/plan.ts';
import { pad } from '../scenario/pad.ts';

const planWith = (...ids: readonly string[]) =>
  planOf(
    scenario({
      name: 'desk',
      apps: () => ({ desk: pad() }),
      events: ({ desk }, { oracle }) => {
        for (const id of ids) oracle(desk.write({ text: 'soup' }).id(id));
      },
    }),
  );

const plan = planWith('note');

const asked = [{ kind: 'agent', at: 0, script: 'agent.json' }] as const;

const followed = (...calls: readonly object[]): readonly unknown[] => followedIn(plan, ...calls);

const followedIn = (plan: Plan, ...calls: readonly object[]): readonly unknown[] => {
  const script = JSON.stringify({ agent: calls.map((call) => ({ app: 'desk', tool: 'write', ...call })) });
  const { events } = applyAgentScripts(plan, asked, new Map([['agent.json', script]]));
  return events.map(({ id, timing, ...event }) => [id, timing, 'oracle' in event && event.oracle]);
};

const at = (seconds: number): object => ({ kind: 'at', time: plan.start + seconds * 1e6, after: [] });

describe('applyAgentScripts()', () => {
  it('replaces the oracle event that a call names', () => {
    expect(followed({ at: 2, event: 'note' })).toEqual([['note', at(2), true]]);
  });

  it('adds an event for each further call that names the same oracle event', () => {
    expect(followed({ at: 2, event: 'note' }, { at: 3, event: 'note' })).toEqual([
      ['note', at(2), true],
      ['note-0', at(3), false],
    ]);
  });

  it('gives an added call an id that no oracle event has', () => {
    const plan = planWith('note', 'note-0');

    expect(followedIn(plan, { at: 2, event: 'note' }, { at: 3, event: 'note' })).toEqual([
      ['note', at(2), true],
      ['note-0', plan.events[1]!.timing, true],
      ['note-1', at(3), false],
    ]);
  });
});
