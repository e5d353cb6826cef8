import { describe, expect, it } from 'vitest';
import {
  describeChanges,
  describeIntervention,
  type Intervention,
} from '../../../engine/model/plan/interventions.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';

const mail = appName('mail');
const ask = eventId('ask');

describe('describeIntervention()', () => {
  it.each<[Intervention, string]>([
    [{ kind: 'argument', event: ask, name: 'to', value: 'Bob' }, 'to of ask is "Bob"'],
    [{ kind: 'leave-out', event: ask }, 'ask is left out'],
    [
      { kind: 'act', at: 3, actor: 'user', action: { app: mail, tool: 'send', args: {} } },
      'the user calls mail.send after #2',
    ],
    [
      { kind: 'set', at: 0, app: mail, path: ['read', 0], value: 'x'.repeat(99) },
      `mail.read[0] is "${'x'.repeat(58)}… after the start`,
    ],
    [{ kind: 'mode', at: 5, mode: 'plain' }, 'no agent acts from #5 on'],
    [{ kind: 'agent', at: 5, script: 'agents/a.json' }, 'the agent follows agents/a.json from #5 on'],
    [{ kind: 'agent', at: 5, script: 'agent-of-r1-2.json' }, 'the agent does what it did in r1 from #5 on'],
  ])('describes %j', (intervention, words) => {
    expect(describeIntervention(intervention)).toBe(words);
  });

  it('names the process that plays the agent of a branch', () => {
    const agent = { command: 'node cook.mjs', thinking: 'frozen' } as const;

    expect(describeIntervention({ kind: 'mode', at: 5, mode: 'plain' }, agent)).toBe(
      'node cook.mjs plays the agent from #5 on',
    );
    expect(
      describeChanges(
        [
          { kind: 'mode', at: 5, mode: 'plain' },
          { kind: 'leave-out', event: ask },
          { kind: 'mode', at: 7, mode: 'plain' },
        ],
        agent,
      ),
    ).toBe('the agent is changed at #5; ask is left out; node cook.mjs plays the agent from #7 on');
  });
});
