import { describe, expect, it } from 'vitest';
import { type ChangeAt, Session } from '../../../engine/agents/session.ts';
import { canonicalLine } from '../../../engine/model/log-hash.ts';
import { ManualEnvironment } from '../../../engine/kernel/manual-environment.ts';
import type { Intervention } from '../../../engine/model/plan/interventions.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { applyInterventions } from '../../../engine/scenario/plan-outline.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { pad } from '../scenario/pad.ts';

const desk = appName('desk');

const original = scenario({
  name: 'three notes',
  apps: () => ({ desk: pad() }),
  events({ desk }, { oracle }) {
    const one = desk.write({ text: 'one' }).id('one').at(seconds(1));
    const two = desk.write({ text: 'two' }).id('two').after(one, seconds(1));
    oracle(desk.write({ text: 'three' }))
      .id('three')
      .after(two, seconds(1));
  },
});

function ran(...interventions: Intervention[]): readonly LogEntry[] {
  const plan = applyInterventions(planOf(original), interventions);
  const environment = new ManualEnvironment(plan, { mode: 'oracle' });
  new Session(environment, plan, { change: interventions.flatMap(changeOf)[0] }).run();
  return environment.log;
}

function changeOf(intervention: Intervention): readonly ChangeAt[] {
  switch (intervention.kind) {
    case 'act': {
      const { at, actor, action } = intervention;
      return [{ at, act: { kind: 'call', actor, action } }];
    }
    case 'set': {
      const { at, app, path, value } = intervention;
      return [{ at, act: { kind: 'set', app, path, value } }];
    }
    case 'mode':
      return [{ at: intervention.at, act: { kind: 'mode', mode: intervention.mode } }];
    case 'argument':
    case 'leave-out':
    case 'agent':
    case 'request':
      return [];
  }
}

const lines = (log: readonly LogEntry[]): readonly string[] => log.map(canonicalLine);
const told = (log: readonly LogEntry[]): readonly string[] =>
  log.map((entry) =>
    'action' in entry
      ? `${entry.action.tool} ${JSON.stringify(entry.action.args)} ${entry.outcome.status}`
      : entry.kind,
  );

describe('a session with a change', () => {
  it('checks a changed argument when the tool is called', () => {
    const [entry] = ran({ kind: 'argument', event: eventId('one'), name: 'text', value: 1 });

    expect(entry?.outcome).toMatchObject({ status: 'failed', error: { type: 'TypeError' } });
  });

  it('has the same log as the original run when there are no interventions', () => {
    expect(lines(ran())).toEqual(lines(ran()));
  });

  it.each<[string, Intervention, number, readonly string[]]>([
    [
      'calls with another argument',
      { kind: 'argument', event: eventId('two'), name: 'text', value: 'TWO' },
      1,
      ['write {"text":"one"} done', 'write {"text":"TWO"} done', 'write {"text":"three"} done'],
    ],
    [
      'leaves an action out, and what waits for it goes on',
      { kind: 'leave-out', event: eventId('two') },
      1,
      ['write {"text":"one"} done', 'write {"text":"two"} skipped', 'write {"text":"three"} done'],
    ],
    [
      'calls a tool between two entries',
      { kind: 'act', at: 2, actor: 'user', action: { app: desk, tool: 'write', args: { text: 'new' } } },
      2,
      [
        'write {"text":"one"} done',
        'write {"text":"two"} done',
        'write {"text":"new"} done',
        'write {"text":"three"} done',
      ],
    ],
    [
      'sets a value of a state',
      { kind: 'set', at: 1, app: desk, path: ['lines', 0], value: 'ONE' },
      1,
      [
        'write {"text":"one"} done',
        'set_state {"path":["lines",0],"value":"ONE"} done',
        'write {"text":"two"} done',
        'write {"text":"three"} done',
      ],
    ],
    [
      "leaves the agent's part to nobody",
      { kind: 'mode', at: 2, mode: 'plain' },
      2,
      ['write {"text":"one"} done', 'write {"text":"two"} done', 'write {"text":"three"} skipped'],
    ],
  ])('%s and keeps the entries before the change', (_what, intervention, at, wanted) => {
    const log = ran(intervention);

    expect(told(log)).toEqual(wanted);
    expect(lines(log).slice(0, at)).toEqual(lines(ran()).slice(0, at));
    expect(lines(log)).toEqual(lines(ran(intervention)));
  });

  it('resolves the result of another event in a changed argument', () => {
    const value = { $result: 'one', path: ['text'] };
    const log = ran({ kind: 'argument', event: eventId('two'), name: 'text', value });

    expect(log[1]).toMatchObject({
      action: { resolved: { text: 'one' } },
      outcome: { value: { length: 2 } },
    });
  });

  it('completes when the only pending event waits for a skipped oracle event', () => {
    const joined = scenario({
      name: 'a check of two notes',
      apps: () => ({ desk: pad() }),
      events({ desk }, { oracle, validation }) {
        const one = oracle(desk.write({ text: 'one' })).at(seconds(1));
        const two = oracle(desk.write({ text: 'two' })).at(seconds(5));
        validation({ milestones: { written: () => true } })
          .id('check')
          .after([one, two], seconds(1));
      },
    });
    const plan = planOf(joined);
    const environment = new ManualEnvironment(plan, { mode: 'oracle' });
    const session = new Session(environment, plan, {
      change: { at: 1, act: { kind: 'mode', mode: 'plain' } },
    });
    session.step();
    session.step();
    expect(environment.mode).toBe('plain');
    expect(session.step()?.outcome.status).toBe('skipped');

    expect(environment.pending.map(({ event }) => event.id)).toEqual(['check']);
    expect(environment.nextTime).toBeUndefined();
    session.run();
    expect(environment.state).toBe('completed');
  });

  it('logs a failed entry and continues when a value cannot be set', () => {
    const log = ran({ kind: 'set', at: 1, app: desk, path: ['pages', 3], value: 1 });

    expect(log[1]?.outcome).toMatchObject({ status: 'failed', error: { type: 'LookupError' } });
    expect(log).toHaveLength(4);
  });

  it.each(['four', ''])('refuses to change an event that the scenario does not contain: "%s"', (event) => {
    const intervention: Intervention = { kind: 'leave-out', event: event as ReturnType<typeof eventId> };

    expect(() => applyInterventions(planOf(original), [intervention])).toThrow(
      'is no event of the scenario. Only planned actions can be changed.',
    );
  });
});
