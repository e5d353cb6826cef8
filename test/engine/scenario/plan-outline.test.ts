import { describe, expect, it } from 'vitest';
import { applyAgentScripts } from '../../../engine/scenario/agent-script.ts';
import { outlineOf } from '../../../engine/scenario/plan-outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { pad } from './pad.ts';

const plan = planOf(scenario({ name: 'desk', apps: () => ({ desk: pad() }), events: () => undefined }));

describe('outlineOf()', () => {
  it.each([
    ['desk', 'write', 'write'],
    ['desk', 'toString', undefined],
    ['constructor', 'write', undefined],
    ['attic', 'write', undefined],
  ])('gives a call of %s.%s the effect %s', (app, tool, effect) => {
    const script = JSON.stringify({ agent: [{ at: 1, app, tool }] });
    const asked = [{ kind: 'agent', at: 0, script: 'agent.json' }] as const;

    const { events } = outlineOf(applyAgentScripts(plan, asked, new Map([['agent.json', script]])));

    expect(events.map((event) => event.effect)).toEqual([effect]);
  });
});
