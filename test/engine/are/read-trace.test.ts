import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTrace } from '../../../engine/index.ts';
import { toSeconds } from '../../../engine/model/values/time.ts';
import { areFile, areTrace, cooking, finalStates, kitchen, linesOf, readKitchen } from './traces.ts';

const planned = (event_id: string, over: object): object => ({
  class_name: 'OracleEvent',
  event_type: 'AGENT',
  event_id,
  event_time: null,
  event_relative_time: null,
  action: { app: 'Stove', function: 'light', args: [] },
  dependencies: [],
  ...over,
});

it('readTrace() notes events that were recorded before their predecessors', () => {
  const { notes } = readKitchen({
    events: [
      planned('first', { event_relative_time: 5 }),
      planned('late', { event_time: 1003, dependencies: ['first'] }),
      planned('after', { event_time: 1009, dependencies: ['first'] }),
    ],
    completed_events: [
      cooking('late', { event_time: 1003 }),
      cooking('first', { event_time: 1005 }),
      cooking('after', { event_time: 1009 }),
    ],
  });

  expect(notes).toContain(
    'completed_events: 1 event recorded before what it waits for (late). ARE ran them later, at a time that is not in the file; here they happen at the recorded time.',
  );
});

interface SavedByAre {
  readonly app_name: string;
  readonly ride_history?: readonly { readonly ride_id: string }[];
}

/** ARE's final states, with the ongoing ride, which ARE does not save. */
function finalStatesOfAre(name: string): Map<string, unknown> {
  const { apps } = JSON.parse(areFile(`${name}.final-state.json`)) as { apps: SavedByAre[] };
  return new Map(
    apps.map(({ app_name, ...state }) => {
      const ride = state.ride_history?.at(-1);
      return [app_name, ride === undefined ? state : { ...state, on_going_ride: ride.ride_id }];
    }),
  );
}

/** Traces do not contain the ids of the agent's messages. */
function withoutOwnIds(chat: unknown): unknown {
  const { messages } = chat as { messages: { sender: string; id: string }[] };
  return messages.map((message) => (message.sender === 'Agent' ? { ...message, id: '' } : message));
}

/** Traces do not contain the ids of messages between others either. */
const withoutMessageIds = (state: unknown): unknown =>
  JSON.parse(JSON.stringify(state, (key, value: unknown) => (key === 'message_id' ? '' : value)));

describe('readTrace()', () => {
  it('turns completed events into log entries with causes from the scenario', () => {
    expect(linesOf(areTrace('studio_visit_two_turns.trace.json'))).toEqual([
      '1728975605 u1 user after [] changes 1',
      '1728975606 o1 agent after [0] changes 1',
      '1728975607 o2 agent after [1] changes 1',
      '1728975637 e1 environment after [2] changes 1',
      '1728975638 o3 agent after [3] changes 1',
      '1728975639 o4 agent after [4] changes 1',
      '1728975699 u2 user after [5] changes 1',
      '1728975700 o5 agent after [6] changes 1',
      '1728975701 o6 agent after [7] changes 1',
    ]);
  });

  it('uses the app name as a missing class and treats an unknown operation as a read', () => {
    const action = { app: 'Stove', function: 'light', operation_type: 'EAT', args: [] };
    const { apps, entries } = readKitchen({
      apps: [
        { name: 'AgentUserInterface', app_state: { messages: [] } },
        { name: 'Stove', class_name: null, app_state: null },
      ],
      completed_events: [cooking('light', { action })],
    });

    expect(apps).toEqual([
      { name: 'AgentUserInterface', class: 'AgentUserInterface', known: true },
      { name: 'Stove', class: 'Stove', known: false },
    ]);
    expect(entries[0]).toMatchObject({ action: { effect: 'read' } });
  });

  it('keeps arguments, results and whether the oracle planned an event', () => {
    const { entries } = areTrace('studio_visit_two_turns.trace.json');

    expect(entries[1]).toMatchObject({
      oracle: true,
      action: {
        app: 'Mail',
        tool: 'send_email',
        args: { recipients: ['ida.berg@example.org'], subject: 'Friday?', cc: null },
        effect: 'write',
      },
      outcome: { status: 'done', value: '4da5e2fa992b2850f22f5329a23cc4d1' },
    });
    expect(entries[0]).toMatchObject({ oracle: false });
  });

  it('attributes planned events to the agent when an agent took part in the run', () => {
    const document = JSON.parse(areFile('studio_visit_two_turns.trace.json')) as {
      metadata: Record<string, unknown>;
    };
    document.metadata['simulation'] = { agent_id: 'default', model_id: null };
    const { entries } = readTrace(JSON.stringify(document), 'agent.json');

    expect(entries[1]).toMatchObject({ event: 'o1', kind: 'agent', oracle: false, causes: [0] });
  });

  it('returns the apps, states, times and metadata of the run', () => {
    const run = areTrace('clay_delivery_time.trace-with-world-logs.json');
    const { entries, states, extras, apps } = run;

    expect(entries).toHaveLength(8);
    expect(apps.map(({ name, class: className }) => `${name}: ${className}`)).toEqual([
      'AgentUserInterface: AgentUserInterface',
      'SystemApp: SystemApp',
      'Contacts: Contacts',
      'Mail: Mail',
      'Calendar: Calendar',
      'Shopping: Shopping',
      'CabApp: CabApp',
      'Chats: MessagingAppV2',
    ]);
    expect(Object.keys(states)).toEqual(apps.map(({ name }) => name));
    expect(run).toMatchObject({
      scenario: 'clay_delivery_time',
      source: 'clay_delivery_time.trace-with-world-logs.json',
      seed: 0,
      start: 1_728_975_600_000_000,
      now: 1_728_975_786_000_000,
    });
    expect(extras.document).toMatchObject({
      context: 'a context',
      metadata: { annotation: { comment: 'a comment' }, definition: { tags: ['Time'] } },
    });
  });

  it.each(['studio_visit_single_turn', 'studio_visit_two_turns', 'clay_delivery_time'])(
    'reaches the final states that ARE recorded for %s',
    (name) => {
      const run = areTrace(`${name}.trace.json`);
      const ours = finalStates(run);
      const theirs = finalStatesOfAre(name);

      for (const { name: app, known } of run.apps)
        if (known && app !== 'AgentUserInterface')
          expect(withoutMessageIds(ours.get(app))).toEqual(withoutMessageIds(theirs.get(app)));
      expect(withoutOwnIds(ours.get('AgentUserInterface'))).toEqual(
        withoutOwnIds(theirs.get('AgentUserInterface')),
      );
    },
  );

  it('replaces NaN and rounds long integers, with a note for each', () => {
    const text = JSON.stringify(kitchen()).replace('"lit":false', '"heat":NaN,"serial":12345678901234567890');
    const run = readTrace(
      text.replace('"start_time"', '"seed":1180591620717411303424,"start_time"'),
      'kitchen.json',
    );

    expect(run.states).toMatchObject({ Stove: { heat: null } });
    expect(run.seed).toBe(0);
    expect(run.notes).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^1 NaN or infinite number replaced by null: apps\[\d\]\.app_state\.heat\.$/),
        expect.stringMatching(/^1 whole number of too many digits rounded: apps\[\d\]\.app_state\.serial\.$/),
        'metadata.definition.seed: Too large to be exact; 0 is used.',
      ]),
    );
  });

  it.each(['trace', 'trace-with-world-logs'])('reads the same run from either export format: %s', (kind) => {
    expect(areTrace(`studio_visit_single_turn.${kind}.json`).entries).toEqual(
      areTrace('studio_visit_single_turn.trace.json').entries,
    );
  });

  it.each(['scenario', 'without-oracle.scenario'])(
    'reads a scenario that was not run, with a note: %s',
    (kind) => {
      const { entries, notes, start, now } = areTrace(`studio_visit_two_turns.${kind}.json`);

      expect(entries).toEqual([]);
      expect(now).toBe(start);
      expect(notes).toContain(
        'completed_events: none. This file is a scenario that was not run: its apps are as they begin.',
      );
    },
  );

  it('uses the file name as the scenario name when the scenario id is empty', () => {
    const { scenario, extras } = readKitchen({ metadata: { definition: { scenario_id: '' } } });

    expect(scenario).toBe('kitchen');
    expect(extras.document).toMatchObject({ metadata: { definition: { scenario_id: '' } } });
  });

  it('starts the run at its first event when that is earlier than the recorded start', () => {
    expect(readKitchen({ completed_events: [cooking('early', { event_time: 3 })] }).start).toBe(3_000_000);
  });

  it('keeps the recorded state of an app that it cannot parse', () => {
    const run = readKitchen({
      apps: [{ name: 'Mail', class_name: 'Mail', app_state: { folders: 'in the drawer' } }],
      completed_events: [],
    });

    expect(run.apps).toEqual([{ name: 'Mail', class: 'Mail', known: false }]);
    expect(run.states).toEqual({ Mail: { folders: 'in the drawer' } });
    expect(run.notes[0]).toMatch(/^apps: Mail stands as recorded: Mail\.folders/);
    expect(run.notes.join()).not.toContain('not apps of Orrery');
  });

  it('leaves out an event of a calendar that ends before it starts, and keeps the others', () => {
    const event = { title: 'Tea', start_datetime: 7200, end_datetime: 10800, attendees: [] };
    const events = {
      good: event,
      bad: { ...event, end_datetime: 3600 },
      point: { ...event, end_datetime: 7200 },
    };
    const run = readKitchen({
      apps: [{ name: 'Diary', class_name: 'CalendarApp', app_state: { events } }],
      completed_events: [],
    });

    expect(run.apps).toEqual([{ name: 'Diary', class: 'CalendarApp', known: true }]);
    expect(Object.keys((run.states as { Diary: { events: object } }).Diary.events)).toEqual([
      'good',
      'point',
    ]);
    expect(run.notes[0]).toBe('apps: Diary: events.bad is left out: it ends before it starts.');
  });

  it('notes an app that is called but missing in the file', () => {
    const run = readKitchen({ apps: [], completed_events: [cooking('light')] });

    expect(run.apps).toEqual([{ name: 'Stove', class: 'Stove', known: false }]);
    expect(run.notes).toContain('apps: Stove is called but has no state in this file.');
  });

  it('notes the types of values that the file contains only as text', () => {
    const letter = { name: 'email', value: 'From: ada', value_type: 'Email' };
    const action = { app: 'Stove', function: 'light', operation_type: 'WRITE', args: [letter] };

    const { notes } = readKitchen({ completed_events: [cooking('light', { action })] });

    expect(notes).toContain('completed_events: 1 value (Email) in the file only as text; shown as that.');
  });

  it('reads numbers given as text or as true or false, and writes them as they were', () => {
    const completed_events = [
      cooking('second', { event_time: ' 1_005.5 ' }),
      cooking('first', { event_time: true }),
      cooking('third', { event_time: '+2e3' }),
    ];
    const { entries, seed, start, notes, extras } = readKitchen({
      metadata: { definition: { scenario_id: 'kitchen', seed: '7.0', start_time: false } },
      completed_events,
    });

    expect(entries.map(({ event, time }) => [event, toSeconds(time)])).toEqual([
      ['first', 1],
      ['second', 1005.5],
      ['third', 2000],
    ]);
    expect([seed, start]).toEqual([7, 0]);
    expect(extras.completed[1]).toContainEqual({ path: ['event_time'], value: ' 1_005.5 ' });
    expect(notes).toContain(
      '5 numbers given as a text or a truth value, read as ARE reads it: metadata.definition.seed "7.0", metadata.definition.start_time false, completed_events[0].event_time " 1_005.5 " and 2 more.',
    );
  });

  it('notes comparators and types of planned events that ARE does not have', () => {
    const { notes } = readKitchen({
      events: [
        planned('tea', { event_time_comparator: 'SOON' }),
        planned('milk', { event_time_comparator: [1] }),
        planned('sugar', { event_type: 'COOK' }),
      ],
    });

    expect(notes).toContain(
      '2 comparators left out: not one of ARE: events[0].event_time_comparator "SOON", events[1].event_time_comparator a list.',
    );
    expect(notes).toContain(
      '1 event type that ARE does not have: the plan does not run: events[2].event_type "COOK".',
    );
  });

  it('uses the last of several apps with one name', () => {
    const apps = ['Stove', 'Oven'].map((class_name) => ({
      name: 'Stove',
      class_name,
      app_state: { class_name },
    }));
    const run = readKitchen({ apps });

    expect(run.apps).toEqual([{ name: 'Stove', class: 'Oven', known: false }]);
    expect(run.states).toEqual({ Stove: { class_name: 'Oven' } });
    expect(run.notes).toContain(
      'apps: Stove is left out where the file has it before, Stove: only the last app of a name counts.',
    );
  });

  it('reads a call of no app as a check, and an event without an id', () => {
    const call = { app: null, function: 'light', operation_type: null, args: [] };
    const { entries, notes } = readKitchen({ completed_events: [cooking('', { action: call })] });

    expect(entries).toMatchObject([{ event: 'unnamed-0', kind: 'condition', name: 'light' }]);
    expect(notes).toContain('1 empty id replaced by another: completed_events[0].event_id "".');
    expect(notes).toContain(
      '1 call without an app read as a check of a condition, as ARE reads it: completed_events[0].',
    );
  });

  it('reads a file that begins with a byte order mark', () => {
    expect(readTrace(`\uFEFF${JSON.stringify(kitchen())}`, 'kitchen.json').scenario).toBe('kitchen');
  });
});

/** Traces of ARE's own tutorials cannot be redistributed; they may be in a folder next to the checkout. */
const BESIDE = new URL('../../../../shared/are-traces/', import.meta.url);

describe.skipIf(!existsSync(BESIDE))(
  "ARE's own tutorials (skipped where ../shared/are-traces is missing)",
  () => {
    const names = existsSync(BESIDE)
      ? readdirSync(BESIDE).filter((name) => /^scenario_.*trace.*\.json$/.test(name))
      : [];

    it.each(names)('reads %s with an entry for each completed event', (name) => {
      const text = readFileSync(new URL(name, BESIDE), 'utf8');
      const { completed_events } = JSON.parse(text) as { completed_events: unknown[] };

      expect(readTrace(text, name).entries).toHaveLength(completed_events.length);
    });
  },
);
