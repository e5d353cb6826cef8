import {
  after,
  app,
  dueTime,
  ManualEnvironment,
  emailClient,
  eventId,
  eventStatus,
  outlineOf,
  planOf,
  planTrace,
  predecessors,
  type Plan,
  scenario,
  seconds,
  toolFinder,
  toolOf,
  writePlannedEvents,
} from 'orrery/engine';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import {
  apps,
  type Checks,
  completedCall,
  entriesOf,
  finishedRun,
  mail,
  newEnvironment,
  officePlan,
  plannedAction,
} from './office.ts';

type Declare = Parameters<typeof scenario<ReturnType<typeof apps>>>[0]['events'];

/** A plan of the office's apps with other events. */
const planWith = (events: Declare): Plan => planOf(scenario({ name: 'events', apps, events }));

const timesOf = (plan: Plan): readonly number[] => {
  const times = new Map<string, ReturnType<typeof dueTime>>();
  for (const { id, timing } of plan.events)
    times.set(
      id,
      dueTime(timing, plan.start, (event) => times.get(event)),
    );
  return [...times.values()].map((time) => (time! - plan.start) / 1e6);
};

const TRACE = new URL(
  '../../../resources/sample-workspace/traces/clay_delivery_time.trace.json',
  import.meta.url,
);

const LETTER = { app: mail, tool: 'send_email_to_user_only', args: { sender: 'ada@example.org' } };

function hasAKind(): void {
  const [event] = officePlan().events;
  expect(event?.kind).toBe('user');
}

function hasAnAction(): void {
  expect(plannedAction('forward').action).toMatchObject({ app: 'mail', tool: 'forward_email' });
}

/** The due time of each event, from those before it. */
function isDue(): void {
  const plan = officePlan();
  const { timing } = plannedAction('letter');
  const timeOf = (): typeof plan.start => after(plan.start, seconds(5));
  expect(dueTime(timing, plan.start, timeOf)).toBe(after(plan.start, seconds(35)));
  expect(dueTime(timing, plan.start, () => undefined)).toBeUndefined();
}

function waitsForSeveral(): void {
  const plan = planWith(({ user }) => {
    const one = user.send_message_to_agent({ content: 'One' }).at(seconds(3));
    const other = user.send_message_to_agent({ content: 'Other' }).at(seconds(4));
    user.send_message_to_agent({ content: 'Both' }).after([one, other], seconds(5));
  });
  expect(timesOf(plan)).toEqual([3, 4, 9]);
}

function isCopied(): void {
  const environment = newEnvironment();
  const event = plannedAction('letter');
  environment.schedule([{ ...event, id: eventId('again') }]);
  environment.run();
  expect(completedCall('again', environment).due).toBe(completedCall('letter', environment).due);
}

function makesAnOracle(): void {
  const plan = planWith(({ mail, user }, { oracle }) => {
    const ask = user.send_message_to_agent({ content: 'Write to Ada.' });
    const event = mail.send_email({ recipients: ['ada@example.org'] }).after(ask, seconds(5));
    oracle(event);
  });
  expect(plan.events[1]).toMatchObject({ kind: 'agent', oracle: true });
  expect(plan.events[1]?.timing).toMatchObject({ kind: 'after' });
}

function makesTheCall(): void {
  const environment = newEnvironment();
  const event = plannedAction('letter');
  const entry = environment.call(event.kind, event.action);
  expect(entry).toMatchObject({ kind: 'environment', outcome: { status: 'done' } });
}

/** ARE's own form of planned events. */
function isWritten(): void {
  const plan = officePlan();
  const written = writePlannedEvents(plan.events, toolFinder(newEnvironment().apps));
  expect(written.map(({ class_name }) => class_name)).toEqual([
    'Event',
    'Event',
    'ConditionCheckEvent',
    'OracleEvent',
    'StopEvent',
  ]);
}

function captures(): void {
  const environment = newEnvironment();
  const event = environment.capture('environment', LETTER);
  expect(event).toMatchObject({
    kind: 'environment',
    action: { app: 'mail', args: { sender: 'ada@example.org', subject: '', content: '' } },
  });
  expect(environment.log).toEqual([]);
}

function isQuiet(): void {
  const environment = newEnvironment();
  const entry = environment.call('environment', LETTER, { quiet: true });
  expect(entry).toMatchObject({ quiet: true, changes: [{ app: 'mail' }] });
  expect(environment.unread).toEqual([]);
}

const hasKind = (kind: string): boolean => officePlan().events.some((event) => event.kind === kind);

function comparesTimes(comparator: 'less-than' | 'greater-than' | 'equal'): void {
  const plan = planWith(({ mail }, { oracle }) => {
    oracle(mail.send_email({ recipients: ['ada@example.org'] })).expectedTime(comparator);
  });
  expect(plan.events[0]).toMatchObject({ comparator });
}

export const events: Checks = {
  EventType: hasAKind,

  'EventType.AGENT'() {
    expect(hasKind('agent')).toBe(true);
  },
  'EventType.ENV'() {
    expect(hasKind('environment')).toBe(true);
  },
  'EventType.USER'() {
    expect(hasKind('user')).toBe(true);
  },
  'EventType.CONDITION'() {
    expect(hasKind('condition')).toBe(true);
  },
  'EventType.VALIDATION'() {
    expect(hasKind('validation')).toBe(true);
    expect(hasKind('agent-validation')).toBe(true);
  },
  'EventType.STOP'() {
    expect(hasKind('stop')).toBe(true);
  },

  AbstractEvent() {
    expect(officePlan().events.map(({ id }) => id)).toEqual([
      'ask',
      'letter',
      'arrived',
      'watch',
      'in time',
      'forward',
      'end',
    ]);
  },

  'AbstractEvent.event_type': hasAKind,
  'AbstractEvent.event_time': isDue,

  'AbstractEvent.event_relative_time'() {
    const { timing } = plannedAction('letter');
    expect(timing.kind === 'after' && timing.edges).toEqual([{ event: 'ask', delay: seconds(30) }]);
  },

  'AbstractEvent.event_id'() {
    expect(plannedAction('letter').id).toBe('letter');
  },

  'AbstractEvent.successors'() {
    const { id } = plannedAction('letter');
    const plan = officePlan();
    const successors = plan.events.filter(({ timing }) => predecessors(timing).includes(id));
    expect(successors.map((event) => event.id)).toEqual(['forward', 'end']);
  },

  'AbstractEvent.dependencies'() {
    const { timing } = plannedAction('forward');
    expect(predecessors(timing)).toEqual(['arrived', 'letter']);
  },

  'AbstractEvent.to_dict'() {
    const text = JSON.stringify(outlineOf(officePlan()).events);
    expect(JSON.parse(text)).toMatchObject([{ id: 'ask', kind: 'user' }, {}, {}, {}, {}, {}, {}]);
  },

  'AbstractEvent.depends_on': waitsForSeveral,
  'AbstractEvent.followed_by': waitsForSeveral,

  'AbstractEvent.is_ready'() {
    const plan = officePlan();
    const environment = newEnvironment();
    const { id } = plannedAction('letter');
    const statusNow = (): string =>
      eventStatus(outlineOf(plan), environment.log, environment.log.length - 1, id).kind;
    expect(statusNow()).toBe('waiting');
    environment.step();
    expect(statusNow()).toBe('scheduled');
  },

  'AbstractEvent.compute_absolute_time': isDue,

  'AbstractEvent.delayed'() {
    const plan = planWith(({ user }) => {
      const event = user.send_message_to_agent({ content: 'One' }).at(seconds(5));
      user.send_message_to_agent({ content: 'Two' }).after(event, seconds(2));
    });
    expect(timesOf(plan)).toEqual([5, 7]);
  },

  'AbstractEvent.with_id'() {
    const plan = planWith(({ user }) => {
      user.send_message_to_agent({ content: 'One' }).id('ask');
    });
    expect(plan.events[0]?.id).toBe('ask');
  },

  'AbstractEvent.with_type'() {
    const plan = planWith(({ mail }) => {
      for (const actor of ['user', 'agent', 'environment'] as const)
        mail.send_email({ recipients: ['ada@example.org'] }).by(actor);
    });
    expect(plan.events.map(({ kind }) => kind)).toEqual(['user', 'agent', 'environment']);
  },

  'AbstractEvent.at_absolute_time'() {
    const plan = planWith(({ user }) => {
      user.send_message_to_agent({ content: 'One' }).at('2026-01-05T09:30:00Z');
    });
    expect(dueTime(plan.events[0]!.timing, plan.start, () => undefined)).toBe(
      Date.parse('2026-01-05T09:30:00Z') * 1000,
    );
  },

  'AbstractEvent.reset_dependencies'() {
    const environment = newEnvironment();
    const event = plannedAction('letter');
    const timing = { kind: 'from-start', delay: seconds(1) } as const;
    environment.schedule([{ ...event, id: eventId('again'), timing }]);
    expect(environment.step()?.event).toBe('again');
  },

  'AbstractEvent.copy': isCopied,

  Event: captures,
  'Event.action': hasAnAction,
  'Event.execute': makesTheCall,
  'Event.copy': isCopied,

  'Event.from_function'() {
    const event = newEnvironment().capture('user', LETTER);
    expect(event).toMatchObject({ kind: 'user', action: { tool: LETTER.tool } });
  },

  'Event.app_class_name'() {
    const event = plannedAction('letter');
    const found = newEnvironment().apps.find(({ name }) => name === event.action.app);
    expect(found?.class).toBe('EmailClientV2');
  },

  'Event.app_name'() {
    expect(plannedAction('letter').action.app).toBe('mail');
  },

  'Event.function_name'() {
    expect(plannedAction('letter').action.tool).toBe('send_email_to_user_only');
  },

  'Event.oracle': makesAnOracle,
  'Event.to_dict': isWritten,

  'Event.from_dict'() {
    const { events } = planTrace(readFileSync(TRACE, 'utf8'), 'file.json').plan;
    expect(events.length).toBeGreaterThan(1);
  },

  StopEvent() {
    const plan = planWith((_apps, { stop }) => {
      stop().id('end');
    });
    expect(plan.events).toMatchObject([{ id: 'end', kind: 'stop' }]);
  },

  'StopEvent.execute'() {
    const environment = newEnvironment();
    environment.advanceTick();
    environment.stop('after-tick');
    expect(environment.tick().length).toBeGreaterThan(0);
    environment.run();
    expect(environment.now).toBe(after(officePlan().start, seconds(5)));
    expect(entriesOf(finishedRun().log, 'end')).toMatchObject([{ kind: 'stop' }]);
  },

  OracleEvent() {
    expect(plannedAction('forward').oracle).toBe(true);
  },

  'OracleEvent.make_event': hasAnAction,

  'OracleEvent.event_type'() {
    expect(plannedAction('forward').kind).toBe('agent');
  },

  'OracleEvent.event_time_comparator'() {
    expect(plannedAction('forward').comparator).toBe('less-than');
  },

  'OracleEvent.action_desc': hasAnAction,
  'OracleEvent.make': makesTheCall,
  'OracleEvent.from_event': makesAnOracle,
  'OracleEvent.to_dict': isWritten,
  'OracleEvent.action_desc_from_event': hasAnAction,

  EventTimeComparator() {
    const plan = planWith(({ mail }, { oracle }) => {
      oracle(mail.send_email({ recipients: ['ada@example.org'] })).expectedTime('less-than');
    });
    expect(plan.events[0]).toMatchObject({ comparator: 'less-than' });
  },
  'EventTimeComparator.LESS_THAN'() {
    comparesTimes('less-than');
  },
  'EventTimeComparator.GREATER_THAN'() {
    comparesTimes('greater-than');
  },
  'EventTimeComparator.EQUAL'() {
    comparesTimes('equal');
  },

  EventRegisterer: declaresTools,
  'EventRegisterer.event_registered': declaresTools,
  'EventRegisterer.disable': isQuiet,
  'EventRegisterer.set_active': isQuiet,

  'EventRegisterer.is_active'() {
    const environment = newEnvironment();
    expect(environment.call('environment', LETTER, { quiet: true }).quiet).toBe(true);
    expect(environment.call('environment', LETTER).quiet).toBeUndefined();
  },

  'EventRegisterer.capture_mode': captures,
  'EventRegisterer.set_capture_mode': captures,
};

/** An app with a reading tool that only the user may call. */
function declaresTools(): void {
  const tool = toolOf<{ readonly count: number }>();
  const counter = app({
    class: 'Counter',
    initial: () => ({ count: 3 }),
    tools: {
      get_count: tool({
        summary: 'Get the count.',
        effect: 'read',
        callers: ['user'],
        apply: ({ count }) => count,
      }),
    },
  });
  const plan = planOf(
    scenario({
      name: 'counter',
      apps: () => ({ counter: counter(), mail: emailClient() }),
      events({ counter }) {
        counter.get_count();
      },
    }),
  );
  const environment = new ManualEnvironment(plan, { mode: 'plain' });
  expect(environment.step()).toMatchObject({
    kind: 'user',
    action: { effect: 'read' },
    outcome: { status: 'done', value: 3 },
  });
}
