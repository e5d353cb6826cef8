import { describe, expect, it } from 'vitest';
import {
  Environment,
  writeTrace,
  importTrace,
  openStore,
  outlineOf,
  planOf,
  readTrace,
  type RecordedRun,
  type Store,
} from '../../../engine/index.ts';
import { agentUserInterface, calendar } from '../../../engine/apps/index.ts';
import { newExtras } from '../../../engine/are/write-trace.ts';
import { appName, type RunId } from '../../../engine/model/values/ids.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { fromSeconds, seconds } from '../../../engine/model/values/time.ts';
import { scenario } from '../../../engine/scenario/scenario.ts';
import { writeEntries } from '../../../engine/store/index.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { pad } from '../scenario/pad.ts';
import { supper } from '../store/pantry.ts';
import { areStructure } from './are-structure.ts';
import { areFile, areFiles, areTrace, check, cooking, kitchen, readKitchen } from './traces.ts';

const BY = { startedAt: 1_795_000_000_000, owner: 'test', logHash: 'ab12' };

const imported = (run: RecordedRun): { store: Store; id: RunId } => {
  const store = openStore(openDatabase(), packing);
  return { store, id: importTrace(store, run, BY) };
};

function exported({ store, id }: { store: Store; id: RunId }): string {
  return [...writeTrace(store, store.run(id)!)].join('');
}

interface Written {
  readonly apps: readonly unknown[];
  readonly events: readonly unknown[];
  readonly completed_events: readonly unknown[];
}

/** The export of a completed run with a user interface and a calendar, and its notes. */
function exportedRun(
  edits = false,
  content = 'Tea?',
): { readonly file: Written; readonly notes: readonly string[] } {
  const plan = planOf(
    scenario({
      name: 'tea',
      apps: () => ({ user: agentUserInterface(), days: calendar() }),
      events({ user, days }) {
        user.send_message_to_agent({ content }).at(seconds(1));
        if (edits) days.edit_calendar_event({ event_id: 'tea', title: 'Tea' }).at(seconds(2));
      },
    }),
  );
  const environment = new Environment(plan, { mode: 'oracle' });
  environment.run();
  const store = openStore(openDatabase(), packing);
  const apps = Object.entries(plan.apps).map(([name, app]) => ({
    name: appName(name),
    class: app.class,
    known: true,
  }));
  const states = Object.fromEntries(
    Object.entries(plan.apps).map(([name, { state }]) => [name, state as Json]),
  );
  const writer = store.begin(supper({ apps, states, plan: outlineOf(plan) }));
  writeEntries(writer, environment.log);

  const parts = writeTrace(store, store.run(writer.id)!);
  const texts: string[] = [];
  let part = parts.next();
  for (; part.done !== true; part = parts.next()) texts.push(part.value);
  return { file: JSON.parse(texts.join('')) as Written, notes: part.value };
}

describe('writeTrace()', () => {
  it.each(areFiles)('writes %s identically, and the result is read as the same run', (name) => {
    const run = areTrace(name);

    const text = exported(imported(run));

    expect(JSON.parse(text)).toEqual(JSON.parse(areFile(name)));
    expect(() => areStructure.parse(JSON.parse(text))).not.toThrow();
    expect(readTrace(text, name)).toEqual(run);
  });

  it.each([
    ['without lists', { apps: undefined, completed_events: undefined, events: undefined }],
    ['with null for lists', { apps: null, completed_events: null, events: null, world_logs: null }],
    ['without apps, of which one is called', { apps: undefined, completed_events: [cooking('light')] }],
  ])('preserves missing lists: %s', (_what, over) => {
    const file = JSON.parse(JSON.stringify(kitchen(over))) as object;

    expect(JSON.parse(exported(imported(readTrace(JSON.stringify(file), 'kitchen.json'))))).toEqual(file);
  });

  it('writes the planned events of a run that stopped before its first event', () => {
    const plan = planOf(
      scenario({
        name: 'supper',
        apps: () => ({ desk: pad() }),
        events({ desk }, { condition, oracle }) {
          const dry = condition('the ink is dry', () => true).id('dry');
          oracle(desk.write({ text: 'soup' }))
            .id('menu')
            .after(dry, seconds(5))
            .expectedTime('less-than');
        },
      }),
    );
    const store = openStore(openDatabase(), packing);
    const { id } = store.begin(supper({ plan: outlineOf(plan) }));

    expect(JSON.parse(exported({ store, id }))).toMatchObject({
      events: [
        { event_id: 'dry-CHECK_0', action: { function: 'the ink is dry' } },
        {
          event_id: 'menu',
          dependencies: ['dry-CHECK_0'],
          event_relative_time: 5,
          event_time_comparator: 'LESS_THAN',
          action: { app: 'desk', function: 'write' },
        },
      ],
    });
  });

  it('reports that the planned events are left out when the run has no plan', () => {
    const { store, id } = imported(areTrace('clay_delivery_time.trace.json'));
    const parts = writeTrace({ ...store, extras: () => undefined }, store.run(id)!);
    const texts: string[] = [];

    let part = parts.next();
    for (; part.done !== true; part = parts.next()) texts.push(part.value);

    expect(part.value).toEqual(['events: left out: the run came without its plan.']);
    const file = JSON.parse(texts.join('')) as { completed_events: unknown[] };
    expect(() => areStructure.parse(file)).not.toThrow();
    expect(file.completed_events).toHaveLength(8);
  });

  it('notes the apps that ARE cannot read', () => {
    const apps = [
      { name: appName('user'), class: 'AgentUserInterface', known: true },
      { name: appName('AgentUserInterface'), class: 'AgentUserInterface', known: true },
      { name: appName('desk'), class: 'Pad', known: true },
      { name: appName('days'), class: 'CalendarV2', known: true },
      { name: appName('post'), class: 'EmailClientV2', known: true },
    ];
    const plan = { duration: undefined, tick: seconds(1), events: [] };

    expect(newExtras({ scenario: 'desk', seed: 0, start: fromSeconds(0), apps }, plan).notes).toEqual([
      'apps: user: ARE reads an AgentUserInterface only under the name AgentUserInterface.',
      'apps: desk: ARE reads no app of the class Pad.',
      'apps: days: written as a CalendarApp, which ARE reads, and not as a CalendarV2.',
    ]);
  });

  it('writes the only AgentUserInterface under the name that ARE reads, and a CalendarV2 as a CalendarApp', () => {
    const { file, notes } = exportedRun();

    expect(file.apps).toMatchObject([
      { name: 'AgentUserInterface', class_name: 'AgentUserInterface' },
      { name: 'days', class_name: 'CalendarApp' },
    ]);
    expect(file.events).toMatchObject([{ action: { app: 'AgentUserInterface' } }]);
    expect(file.completed_events).toMatchObject([{ action: { app: 'AgentUserInterface' } }]);
    expect(notes).toEqual([
      'apps: user: written as AgentUserInterface, the only name under which ARE reads an AgentUserInterface.',
      'apps: days: written as a CalendarApp, which ARE reads, and not as a CalendarV2.',
    ]);
  });

  it('keeps a CalendarV2 with a call that a CalendarApp does not have, and notes the call', () => {
    const { file, notes } = exportedRun(true);

    expect(file.apps).toMatchObject([{}, { name: 'days', class_name: 'CalendarV2' }]);
    expect(notes).toContain('apps: days: ARE reads no app of the class CalendarV2.');
    expect(notes).toContain(
      'events: 1 event with which ARE does not run the file: it does not have their app or tool.',
    );
    expect(notes).toContain(
      'completed_events: 1 call with which ARE refuses the file: it does not have "days.edit_calendar_event".',
    );
  });

  it('notes calls with an empty text, with which ARE refuses a file', () => {
    const { notes } = exportedRun(false, '');

    expect(notes).toContain(
      'events: 1 event with which ARE does not run the file: it reads no empty text as an argument.',
    );
    expect(notes).toContain(
      'completed_events: 1 call with which ARE refuses the file: it reads no empty text as an argument.',
    );
  });

  it('writes the metadata that ARE needs for its conditions between turns', () => {
    const plan = planOf(
      scenario({
        name: 'supper',
        apps: () => ({ user: agentUserInterface(), desk: pad() }),
        events({ user, desk }, { condition, oracle }) {
          const ask = user.send_message_to_agent({ content: 'Cook.' }).at(seconds(1));
          const note = oracle(desk.write({ text: 'soup' }))
            .id('note')
            .after(ask);
          const said = oracle(user.send_message_to_user({ content: 'Soup?' })).after(note);
          const begins = condition('wrapped_condition__turn_idx_1__scenario_id_supper', () => true).after(
            said,
          );
          user.send_message_to_agent({ content: note.result.text }).id('answer').after(begins);
        },
      }),
    );
    const run = { scenario: 'supper', seed: 0, start: fromSeconds(0) };
    const apps = [{ name: appName('user'), class: 'AgentUserInterface', known: true }];
    const { document, notes } = newExtras({ ...run, apps }, outlineOf(plan));

    expect(document['metadata']).toMatchObject({
      execution: {
        has_placeholder_conflicts: false,
        placeholders: [
          {
            parent_tool_name: 'desk__write',
            parent_turn_idx: 0,
            parent_event_id: 'note',
            placeholder_turn_idx: 1,
            placeholder_event_id: 'answer',
          },
        ],
      },
    });
    expect(notes.join()).not.toContain('only its own conditions');
  });

  it('notes the events with which ARE does not run the file again', () => {
    const plan = planOf(
      scenario({
        name: 'supper',
        apps: () => ({ AgentUserInterface: agentUserInterface(), desk: pad() }),
        events({ AgentUserInterface: user, desk }, { condition, oracle, stop }) {
          const ask = user.send_message_to_agent({ content: 'Cook.' }).at(seconds(1));
          user.send_message_to_agent({ content: 'Now.' }).at(seconds(2));
          const soup = oracle(desk.write({ text: 'soup' })).after(ask);
          const done = oracle(user.send_message_to_user({ content: 'Done.' })).after(soup);
          oracle(desk.write({ text: 'unasked' })).at(seconds(3));
          desk.write({ text: 'salt' }).after(soup);
          desk.write({ text: 'pepper' }).after(done);
          oracle(desk.write({ text: 'bread' })).after(done);
          stop().after(condition('it boils', () => true).after(ask));
        },
      }),
    );
    const { notes } = newExtras(
      { scenario: 'supper', seed: 0, start: fromSeconds(0), apps: [] },
      outlineOf(plan),
    );

    expect(notes).toEqual([
      'events: 1 event written without code, interval and time-out.',
      ...[
        '8 events with which ARE does not run the file: it does not have their app or tool.',
        '1 event with which ARE does not run the file: it runs only its own conditions, between turns.',
        '1 event with which ARE does not run the file: it reads no stop events.',
        '1 event with which ARE does not run the file: events of the agent follow others.',
        '1 event with which ARE does not run the file: events of the environment follow one event, and of the agent only send_message_to_user.',
        '1 event with which ARE does not run the file: only the environment and send_message_to_agent follow send_message_to_user.',
        '2 events with which ARE does not run the file: only one message begins a conversation.',
      ].map((note) => `events: ${note}`),
    ]);
  });

  it('preserves unknown fields', () => {
    const run = readKitchen({
      kettle: { of: ['copper'] },
      apps: [{ name: 'Stove', class_name: 'Stove', app_state: { lit: false }, colour: 'blue' }],
      completed_events: [cooking('light', { mood: 'merry', class_name: null })],
    });

    expect(JSON.parse(exported(imported(run)))).toMatchObject({
      kettle: { of: ['copper'] },
      apps: [{ colour: 'blue' }],
      completed_events: [{ mood: 'merry', class_name: null }],
    });
  });

  it('writes the checks of a condition with their numbers', () => {
    const completed_events = [check('boils-CHECK_0', 2, null), check('boils-CHECK_1', 3, 'True')];
    const text = exported(imported(readKitchen({ completed_events })));

    const { completed_events: written } = JSON.parse(text) as { completed_events: { event_id: string }[] };
    expect(written.map(({ event_id }) => event_id)).toEqual(['boils-CHECK_0', 'boils-CHECK_1']);
  });
});
