import { describe, expect, it } from 'vitest';
import { importTrace, LOG_HASH_VERSION, openStore } from '../../../engine/index.ts';
import { appName } from '../../../engine/model/values/ids.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { areTrace, chatting, readKitchen } from './traces.ts';

const BY = { startedAt: 1_795_000_000_000, owner: 'test', logHash: 'ab12' };

describe('importTrace()', () => {
  it('stores a run that can be listed and read entry by entry', () => {
    const store = openStore(openDatabase(), packing);
    const trace = areTrace('studio_visit_two_turns.trace.json');

    const id = importTrace(store, trace, BY);

    expect(store.run(id)).toEqual({
      id: 'r1',
      scenario: 'studio_visit_two_turns',
      tags: [],
      source: 'studio_visit_two_turns.trace.json',
      state: 'recorded',
      mode: 'trace',
      seed: 0,
      startedAt: BY.startedAt,
      start: trace.start,
      now: trace.now,
      entries: 9,
      verdict: undefined,
      logHash: 'ab12',
      logHashVersion: LOG_HASH_VERSION,
      apps: trace.apps,
      notes: trace.notes,
      scenarioTags: trace.scenarioTags,
    });
    expect(store.entries(id, 0, 99)).toEqual(trace.entries);
  });

  it('stores the states of apps after every entry', () => {
    const store = openStore(openDatabase(), packing);
    const id = importTrace(store, areTrace('studio_visit_two_turns.trace.json'), BY);
    const inbox = (at: number) => {
      const mail = store.stateAt(id, appName('Mail'), at) as {
        folders: { INBOX: { emails: { subject: string }[] } };
      };
      return mail.folders.INBOX.emails.map(({ subject }) => subject);
    };

    expect(inbox(-1)).toEqual(['Glaze trial']);
    expect(inbox(2)).toEqual(['Glaze trial']);
    expect(inbox(3)).toEqual(['Re: Friday?', 'Glaze trial']);
    expect(store.stateAt(id, appName('SystemApp'), 3)).toEqual({});
    expect(store.stateAt(id, appName('Contacts'), 8)).toEqual(store.stateAt(id, appName('Contacts'), -1));
  });

  it('stores the correct states of a long trace, which is written in several batches', () => {
    const store = openStore(openDatabase(), packing);
    const completed_events = Array.from({ length: 2_500 }, (_, at) =>
      chatting(`say-${at}`, 'send_message_to_user', `${at}`, { event_time: 1000 + at }),
    );
    const id = importTrace(store, readKitchen({ completed_events }), BY);
    const said = (at: number) =>
      (store.stateAt(id, appName('AgentUserInterface'), at) as { messages: unknown[] }).messages.length;

    expect([-1, 0, 999, 1_000, 2_100, 2_499].map(said)).toEqual([0, 1, 1_000, 1_001, 2_101, 2_500]);
  });

  it('imports a scenario that was not run', () => {
    const store = openStore(openDatabase(), packing);
    const id = importTrace(store, areTrace('clay_delivery_time.scenario.json'), BY);

    expect(store.run(id)).toMatchObject({ state: 'recorded', entries: 0 });
    expect(store.stateAt(id, appName('Calendar'), -1)).toHaveProperty('events');
  });

  it('leaves no partial run when a write fails', () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    db.exec(`CREATE TRIGGER disk_full BEFORE INSERT ON entry BEGIN SELECT raise(ABORT, 'no room'); END`);

    expect(() => importTrace(store, areTrace('clay_delivery_time.trace.json'), BY)).toThrow('no room');
    expect(store.runs()).toEqual([]);
  });
});
