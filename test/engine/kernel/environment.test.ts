import { describe, expect, it } from 'vitest';
import { agentUserInterface } from '../../../engine/apps/chat/chat.ts';
import { emailClient } from '../../../engine/apps/email/email.ts';
import { reminderApp } from '../../../engine/apps/reminder/reminder.ts';
import { systemApp } from '../../../engine/apps/system/system.ts';
import { ManualEnvironment } from '../../../engine/kernel/manual-environment.ts';
import type { Action } from '../../../engine/model/event.ts';
import { appName, eventId } from '../../../engine/model/values/ids.ts';
import { fromSeconds, seconds, toSeconds } from '../../../engine/model/values/time.ts';
import type { Authoring, CapturedApps } from '../../../engine/scenario/declaration.ts';
import { planOf } from '../../../engine/scenario/plan.ts';
import { scenario, type ScenarioDefinition } from '../../../engine/scenario/scenario.ts';
import { app } from '../../../engine/world/app.ts';
import { str } from '../../../engine/world/arguments.ts';
import type { Plan } from '../../../engine/world/plan.ts';
import { toolOf } from '../../../engine/world/tool.ts';
import { pad } from '../scenario/pad.ts';

const world = () => ({
  desk: pad(),
  user: agentUserInterface(),
  system: systemApp(),
  reminders: reminderApp(),
  mail: emailClient(),
});
type World = ReturnType<typeof world>;

const planned = (
  events: (apps: CapturedApps<World>, words: Authoring<World>) => void,
  more: Partial<ScenarioDefinition<World>> = {},
): Plan => planOf(scenario<World>({ name: 'world', apps: world, events, duration: seconds(60), ...more }));

const opened = (...given: Parameters<typeof planned>): ManualEnvironment =>
  new ManualEnvironment(planned(...given), { mode: 'oracle' });

const call = (app: string, tool: string, args: Action['args'] = {}): Action => ({
  app: appName(app),
  tool,
  args,
});

const timesOf = ({ log }: ManualEnvironment): readonly number[] => log.map(({ time }) => toSeconds(time));

describe('Environment', () => {
  it('changes its state from setup to running to completed', () => {
    const environment = opened(({ desk }) => void desk.write({ text: 'a' }));

    expect(environment.state).toBe('setup');
    environment.step();
    expect(environment.state).toBe('running');
    environment.run();
    expect(environment.state).toBe('completed');
    expect(environment.step()).toBeUndefined();
  });

  it('reads no dropped entry back for a reference', () => {
    const environment = opened(
      ({ desk, user }) => {
        const first = desk.write({ text: 'a' }).at(seconds(1));
        for (let at = 2; at < 1_500; at++) desk.write({ text: 'b' }).at(seconds(at));
        user.send_message_to_agent({ content: first.result.text }).at(seconds(1_600));
      },
      { duration: seconds(2_000) },
    );
    while (environment.step() !== undefined)
      environment.dropEntries(() => {
        throw new Error('It was read back.');
      });

    expect(environment.state).toBe('completed');
  });

  it('keeps the given arguments in the log when a tool mutates them', () => {
    const spoil = toolOf<object>()({
      summary: 'Write to its own arguments.',
      effect: 'write',
      args: { text: str },
      apply(_state, args) {
        (args as { text: string }).text = 'spoilt';
      },
    });
    const spoiler = app({ class: 'Spoiler', initial: () => ({}), tools: { spoil } });
    const plan = planOf(
      scenario({
        name: 'spoilt',
        apps: () => ({ spoiler: spoiler() }),
        events: ({ spoiler }) => void spoiler.spoil({ text: 'as given' }),
      }),
    );
    for (let time = 0; time < 2; time++)
      expect(new ManualEnvironment(plan, { mode: 'oracle' }).step()).toMatchObject({
        action: { args: { text: 'as given' } },
      });
  });

  it('fires all events due in the tick of a stop event, including released ones', () => {
    const environment = opened(({ desk }, { stop }) => {
      stop().at(seconds(1)).id('a');
      const b = desk.write({ text: 'b' }).at(seconds(1)).id('b');
      desk.write({ text: 'c' }).after(b);
      desk.write({ text: 'd' }).at(seconds(2));
    });
    environment.run();

    expect(environment.log).toHaveLength(3);
    expect(environment.pending).toHaveLength(1);
  });

  it('holds the clock while paused and advances it by the given time on resume', () => {
    const environment = opened(({ desk }) => void desk.write({ text: 'a' }).at(seconds(30)));
    environment.start();
    environment.elapse(seconds(2));
    environment.pause();
    environment.elapse(seconds(9));
    expect(toSeconds(environment.now)).toBe(2);

    expect(environment.resumeAfter(seconds(28))).toHaveLength(1);
    expect(environment.state).toBe('running');
    expect(timesOf(environment)).toEqual([30]);
  });

  it('ticks even when no event is due, and logs the due time next to the firing time', () => {
    const environment = opened(({ desk }) => void desk.write({ text: 'a' }).at(seconds(12)), {
      tickPolicy: 'by-tick',
      tick: seconds(5),
    });
    environment.run();

    expect(environment.log[0]).toMatchObject({ time: seconds(15), due: seconds(12) });
    expect(environment.ticks).toBe(13);
  });

  it('completes at the end of its duration or at a stop event while waiting', () => {
    const short = opened(({ desk }) => void desk.write({ text: 'a' }).at(seconds(70)));
    expect(short.waitUntil(fromSeconds(90))).toBe('told');
    expect([short.state, toSeconds(short.now), short.log.length]).toEqual(['completed', 60, 0]);

    const stopped = opened((_world, { stop }) => void stop().at(seconds(3)));
    stopped.runUntil(fromSeconds(90));
    expect([stopped.state, toSeconds(stopped.now)]).toEqual(['completed', 3]);
  });

  it('names the missing result when an argument refers to a result that does not exist', () => {
    const environment = opened(({ desk }) => {
      const first = desk.write({ text: 'a' }).id('first').at(seconds(1));
      const line = (first.result as unknown as { lines: readonly [{ text: string }] }).lines[0].text;
      desk.write({ text: line }).after(first);
    });
    environment.run();

    expect(environment.log[1]?.outcome).toMatchObject({
      error: {
        message:
          'write: text must be str, not null.; there is nothing at lines.0.text in what first answered',
      },
    });
  });

  it('schedules events that are added during a run, including successors of fired events', () => {
    const plan = planned(({ desk }) => {
      desk.write({ text: 'a' }).id('a').at(seconds(1));
      desk.write({ text: 'b' }).id('b').dormant();
    });
    const environment = new ManualEnvironment(plan, { mode: 'oracle' });
    environment.step();
    const [a, b] = plan.events;
    environment.schedule([
      b!,
      { ...a!, id: 'c' as never, timing: { kind: 'after', edges: [{ event: a!.id, delay: seconds(3) }] } },
    ]);
    environment.run();

    expect(environment.log.map(({ event, due }) => [event, toSeconds(due)])).toEqual([
      ['a', 1],
      ['b', 0],
      ['c', 4],
    ]);
    expect(() => {
      environment.schedule([b!]);
    }).toThrow('An event with the id "b" is already there');
  });
});

describe('Environment.call()', () => {
  it('returns the log entry of the call', () => {
    const environment = opened(() => undefined);
    const entry = environment.call('agent', call('desk', 'write', { text: 'hello' }));

    expect(entry).toMatchObject({ kind: 'agent', direct: true, event: 'AGENT-desk.write-0' });
    expect(environment.log).toEqual([entry]);
  });

  it('changes the state without a notification when the call is quiet', () => {
    const environment = opened(() => undefined);
    environment.call('user', call('user', 'send_message_to_agent', { content: 'psst' }), { quiet: true });

    expect(environment.log[0]).toMatchObject({ quiet: true });
    expect(environment.log[0]?.changes).toHaveLength(1);
    expect(environment.unread).toEqual([]);
  });

  it('marks the entry as refused when the arguments do not match the tool', () => {
    const environment = opened(() => undefined);

    expect(environment.call('agent', call('desk', 'write'))).toMatchObject({
      refused: true,
      outcome: { status: 'failed', error: { type: 'TypeError' } },
    });
  });

  it('logs nothing when the call is only captured as an event', () => {
    const environment = opened(() => undefined);

    expect(environment.capture('environment', call('desk', 'write', { text: 'a' })).action.args).toEqual({
      text: 'a',
      times: 1,
    });
    expect(environment.log).toEqual([]);
  });
});

describe('wait_for_notification', () => {
  it('ends at the time of the next user message', () => {
    const environment = opened(({ desk, user }) => {
      desk.write({ text: 'a' }).at(seconds(3));
      user.send_message_to_agent({ content: 'hi' }).at(seconds(8));
      desk.write({ text: 'b' }).at(seconds(9));
    });
    environment.start();
    const entry = environment.call('agent', call('system', 'wait_for_notification', { timeout: 30 }));

    expect(entry).toMatchObject({ due: seconds(0), time: seconds(8), waited: 'told' });
    expect(environment.takeNotifications().map(({ kind }) => kind)).toEqual(['user-message']);
  });

  it('ends with a timeout notification when no notification arrives', () => {
    const environment = opened(() => undefined);
    environment.start();
    environment.call('agent', call('system', 'wait_for_notification', { timeout: 30 }));

    expect(environment.unread.map(({ text }) => text)).toEqual([
      'system: Wait for notification timeout reached after 30 seconds',
    ]);
    expect(toSeconds(environment.now)).toBe(30);

    environment.takeNotifications();
    environment.call('agent', call('desk', 'write_and_wait', { text: 'a' }));
    expect(environment.unread.map(({ text }) => text)).toEqual([
      'desk: Wait for notification timeout reached',
    ]);
  });

  it('lets other events fire while the oracle waits, and delays its successors', () => {
    const environment = opened(({ desk, system }, { oracle }) => {
      const wait = oracle(system.wait_for_notification({ timeout: 10 })).at(seconds(2));
      oracle(desk.write({ text: 'after' })).after(wait, seconds(1));
      desk.write({ text: 'between' }).at(seconds(5));
    });
    environment.run();

    expect(timesOf(environment)).toEqual([2, 5, 12, 12]);
    expect(environment.log[0]).toMatchObject({ kind: 'wait', until: seconds(12) });
    expect(environment.log[2]).toMatchObject({ waited: 'timed-out', due: seconds(2) });
  });

  it('of a tool that writes keeps what it wrote in the entry in which the wait begins', () => {
    const environment = opened(({ desk }) => {
      desk.write_and_wait({ text: 'a' }).at(seconds(1)).id('wait');
      desk.write({ text: 'b' }).at(seconds(5));
    });
    environment.run();

    expect(environment.log.map(({ kind, changes }) => [kind, changes.length])).toEqual([
      ['wait', 1],
      ['environment', 1],
      ['environment', 0],
    ]);
    expect(environment.log[2]).toMatchObject({ event: 'wait', waited: 'timed-out', outcome: { value: 'a' } });
  });

  it('of an event ends with the run, and the event is logged', () => {
    const environment = opened(
      ({ system }, { oracle }) => void oracle(system.wait_for_notification({ timeout: 30 })).at(seconds(2)),
      { duration: seconds(9), tickPolicy: 'by-tick' },
    );

    expect(environment.step()).toMatchObject({ kind: 'wait', until: seconds(32) });
    expect(environment.step()).toMatchObject({ waited: 'told', due: seconds(2) });
    expect(toSeconds(environment.now)).toBe(10);
    expect(environment.step()).toBeUndefined();
    expect(environment.state).toBe('completed');
  });
});

describe('a reminder', () => {
  it('fires once at its due time and ends a wait for notifications', () => {
    const environment = opened(() => undefined);
    environment.start();
    const due = '1970-01-01 00:00:04';
    environment.call(
      'agent',
      call('reminders', 'add_reminder', { title: 'Tea', due_datetime: due, description: 'pour' }),
    );

    expect(environment.waitUntil(fromSeconds(30))).toBe('told');
    expect(toSeconds(environment.now)).toBe(4);
    expect(environment.takeNotifications().map(({ text }) => text)).toEqual([
      'reminders: New due reminders:\nReminder: Tea\nDescription: pour\nDue Date: 1970-01-01 00:00:04+00:00',
    ]);
    environment.run();
    expect(environment.log).toHaveLength(2);
  });
});

describe('an agent validation', () => {
  it('fails the run after the tick in which the agent triggers a minefield', () => {
    const environment = opened(({ desk }, words) => {
      words
        .agentValidation({
          minefields: { wrote: (_states, _past, { action }) => action.tool === 'write' },
        })
        .id('watch');
      words
        .oracle(desk.write({ text: 'bad' }))
        .at(seconds(1))
        .id('x');
      desk.write({ text: 'still' }).at(seconds(1)).id('y');
      desk.write({ text: 'never' }).at(seconds(2));
    });
    environment.run();

    expect(environment.log.map(({ event }) => event)).toEqual(['watch', 'x', 'y']);
    expect(environment.state).toBe('failed');
    expect(environment.verdict().shortfalls).toEqual([
      { reason: 'agent_minefield', message: 'the agent triggered minefield "wrote"', entry: 1 },
    ]);
  });

  it('achieves a milestone with a matching call and then releases its successor', () => {
    const environment = opened(({ desk }, words) => {
      const watch = words.agentValidation({ milestones: { any: (_states, { log }) => log.length === 2 } });
      desk.write({ text: 'next' }).after(watch, seconds(1));
    });
    environment.step();
    environment.call('agent', call('desk', 'write', { text: 'hello' }));
    environment.run();

    expect(environment.log).toHaveLength(3);
    expect(environment.verdict().passed).toBe(true);
  });
});

describe('waiting and time requests of a tool call', () => {
  it('are ignored when the call fails', () => {
    const nap = toolOf<object>()({
      summary: 'Ask for time, then fail.',
      effect: 'read',
      apply: (_, __, context) => {
        context.letPass(seconds(5));
        context.waitForNotification(seconds(9));
        throw new RangeError('not now');
      },
    });
    const bed = app({ class: 'Bed', initial: () => ({}), tools: { nap } });
    const plan = planOf(
      scenario({ name: 'bed', apps: () => ({ bed: bed() }), events: () => undefined, duration: seconds(60) }),
    );
    const environment = new ManualEnvironment(plan, { mode: 'plain' });

    const { outcome, waited } = environment.call('agent', call('bed', 'nap'));

    expect(outcome.status).toBe('failed');
    expect(waited).toBeUndefined();
    expect(environment.now).toBe(plan.start);
  });
});

describe('captured events', () => {
  it('get unique ids that no later call receives', () => {
    const environment = opened(() => undefined);
    const write = call('desk', 'write', { text: 'a' });

    const ids = [
      environment.capture('agent', write).id,
      environment.capture('agent', write).id,
      environment.call('agent', write).event,
      environment.capture('agent', write).id,
    ];

    expect(new Set(ids).size).toBe(4);
  });
});

describe('a clock with ticks shorter than a second', () => {
  it('does not go back while the environment is paused', () => {
    const environment = opened(() => undefined, { tick: seconds(0.25), tickPolicy: 'by-tick' });
    environment.advanceTick();
    environment.pause();
    const before = environment.now;
    environment.advanceTick();
    environment.advanceTick();

    expect(environment.now).toBe(before);
  });

  it('schedules events after an agent validation that has passed, and after a turn that has ended', () => {
    const plan = planned(({ desk, user }, { agentValidation, oracle }) => {
      agentValidation({ milestones: { any: () => true } }).id('watch');
      const answer = oracle(user.send_message_to_user({ content: 'Done.' }))
        .at(seconds(50))
        .id('answer');
      desk.write({ text: 'next turn' }).after(answer).id('next');
    });
    const environment = new ManualEnvironment(plan, { mode: 'plain' });
    environment.runUntil(fromSeconds(1));
    environment.call('agent', call('user', 'send_message_to_user', { content: 'Finished.' }));
    const note = environment.capture('environment', call('desk', 'write', { text: 'late' }));

    environment.schedule(
      ['watch', 'answer'].map((id) => ({
        ...note,
        id: eventId(`after ${id}`),
        timing: { kind: 'after', edges: [{ event: eventId(id), delay: seconds(2) }] },
      })),
    );
    environment.run();

    expect(
      environment.log
        .filter(({ event }) => event.startsWith('after'))
        .map(({ event, due, causes }) => [event, toSeconds(due), causes]),
    ).toEqual([
      ['after answer', 3, [1]],
      ['after watch', 3, [1]],
    ]);
  });

  it('fires a dormant event that waits for another', () => {
    const environment = opened(({ desk }) => {
      const first = desk.write({ text: 'a' });
      desk.write({ text: 'b' }).after(first).dormant();
      desk.write({ text: 'c' }).dormant();
    });

    environment.run();

    expect(environment.log.map((entry) => 'action' in entry && entry.action.args['text'])).toEqual([
      'a',
      'b',
    ]);
  });

  it('refuses tools that call each other without end', () => {
    const again = toolOf<object>()({
      summary: 'Call itself.',
      effect: 'write',
      apply: (_state, _args, context) => context.call('loop', 'again', {}),
    });
    const plan = planOf(
      scenario({
        name: 'loop',
        apps: () => ({ loop: app({ class: 'Loop', initial: () => ({}), tools: { again } })() }),
        events: ({ loop }) => void loop.again(),
      }),
    );
    const environment = new ManualEnvironment(plan, { mode: 'oracle' });

    expect(environment.step()?.outcome).toMatchObject({
      status: 'failed',
      error: { type: 'RecursionError', message: 'More than 50 tools call each other.' },
    });
  });
});
