import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { RunChoices } from '../../../../engine/model/run.ts';
import { type LogEntry, TimedOutError } from '../../../../engine/model/index.ts';
import { beginRun, fireEvents, LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareRun } from '../../../../main/host/runs/prepare-run.ts';
import { RunDriver } from '../../../../main/host/runs/run-driver.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { callingGuest, dinner, kitchen, prepared, unchecked } from './dinner.ts';

function emptyStore(): Store {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  return openStore(db, packing);
}

const oneEvent = (): boolean => false;
const toTheEnd = (): boolean => true;

/** The store of a database in a file, and the connection of another program to that file. */
function sharedDatabase() {
  const file = join(temporaryFolder(), 'runs.db');
  const db = openDatabase(file);
  const other = openDatabase(file);
  onTestFinished(() => void other.close());
  onTestFinished(() => void db.close());
  return { store: openStore(db, packing), other };
}

describe('LiveRun', () => {
  it('stores the entries that it returns', async () => {
    const store = emptyStore();
    const run = new LiveRun(await prepared(callingGuest(3)), store);

    const fired = run.advance(oneEvent);

    expect(fired).toHaveLength(1);
    expect(store.entries(run.id, 0, 10)).toEqual(fired);
    expect(store.run(run.id)).toMatchObject({ state: 'running', entries: 1, verdict: undefined });
  });

  it('fires one event per advance when asked to, and is over after the last', async () => {
    const run = new LiveRun(await prepared(callingGuest(3)), emptyStore());

    const counts = [1, 2, 3, 4].map(() => run.advance(oneEvent).length);

    expect(counts).toEqual([1, 1, 1, 0]);
    expect(run.over).toBe(true);
  });

  it.each([
    ['due together', '', 'at(seconds(5))', 1],
    ['that wait for one event', '', 'after(first, seconds(i))', 0],
  ])('stops no step for the time that 10,000 events take that are %s', async (_, before, when, timed) => {
    const events = `const first = user.send_message_to_agent({ content: 'a' }).at(seconds(1));
    ${before}
    for (let i = 1; i <= 10_000; i++) user.send_message_to_agent({ content: 'b' }).${when};`;
    const run = await prepared(dinner(events));
    const underTimer: number[] = [];
    const within: typeof run.within = (work) => {
      const from = fired.length;
      const answer = run.within(work);
      for (let at = from; at < fired.length; at++) underTimer.push(at);
      return answer;
    };
    const fired: LogEntry[] = [];

    // In pieces, as a driver does: a timer is for some milliseconds of work.
    while (!fireEvents({ ...run, within }, fired, () => fired.length % 500 !== 0));

    expect(fired).toHaveLength(10_001);
    // The first of them leaves the queue with all others, or releases them.
    expect(underTimer).not.toContain(timed);
    expect(underTimer).toHaveLength(10_000);
  });

  it('ends in words when the engine itself was stopped between two calls', async () => {
    const run = await prepared(callingGuest(3));
    const within = (): never => {
      throw new TimedOutError('it', undefined, true);
    };

    expect(() => fireEvents({ ...run, within }, [], toTheEnd)).toThrow(/^The run cannot go on: /);
  });

  it('goes on after a probe without end, which has a time limit of its own', async () => {
    const run = new LiveRun(await prepared(callingGuest(3)), emptyStore());
    const driver = new RunDriver(run, { paused: false });
    const expression = 'apps.user.messages?.length > 1e9 || (() => { for (;;); })()';

    const fired = driver.advance(
      [{ condition: { on: 'probe', expression, when: 'changes' }, enabled: true }],
      () => false,
    );

    expect(driver.hit?.found).toMatch(/^no answer within 1 second/);
    while (!run.over) driver.advance([], () => false);
    expect(fired).toHaveLength(1);
    expect(run.over).toBe(true);
  });

  it('waits while another program locks the database, and loses nothing', async () => {
    const { store, other } = sharedDatabase();
    const run = new LiveRun(await prepared(callingGuest(3)), store);
    run.advance(oneEvent);

    other.exec('BEGIN IMMEDIATE');
    const whileLocked = [run.advance(oneEvent), run.advance(oneEvent)];
    const waitsFor = run.waitsFor;
    other.exec('COMMIT');
    while (!run.over) run.advance(oneEvent);

    expect(whileLocked).toEqual([[], []]);
    expect(waitsFor).toMatch(/^Another program has locked the database\./);
    expect(store.run(run.id)).toMatchObject({ state: 'completed', entries: 3 });
    expect(store.entries(run.id, 0, 9).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('begins when another program has unlocked the database, or not at all when the person gives up', async () => {
    const { store, other } = sharedDatabase();
    const told: string[] = [];

    other.exec('BEGIN IMMEDIATE');
    const patient = beginRun(await prepared(callingGuest(3)), store, {
      onWait: (why) => {
        told.push(why);
        if (told.length === 2) other.exec('COMMIT');
      },
    });
    const run = await patient;
    other.exec('BEGIN IMMEDIATE');
    const giveUp = new AbortController();
    const impatient = beginRun(await prepared(callingGuest(3)), store, {
      onWait: () => {
        giveUp.abort();
      },
      giveUp: giveUp.signal,
    });

    await expect(impatient).rejects.toMatchObject({ code: 'cancelled' });
    other.exec('COMMIT');
    expect(told).toEqual(Array(2).fill('Another program has locked the database. Waiting until it is free.'));
    expect(store.runs().map(({ id }) => id)).toEqual([run.id]);
  });

  it('stops a run without duration when only checks fire, and names them', async () => {
    const store = emptyStore();
    const calling = "user.send_message_to_agent({ content: 'Ready?' }).at(seconds(30));";
    const waiting = (duration: string): string =>
      dinner(`${calling} condition('never', () => false);`).replace(
        "name: 'dinner',",
        `name: 'dinner', ${duration}`,
      );
    const endless = new LiveRun(await prepared(waiting('')), store, undefined, 50);
    while (!endless.over) endless.advance(() => false);
    const limited = new LiveRun(await prepared(waiting('duration: seconds(90),')), store, undefined, 50);
    while (!limited.over) limited.advance(() => false);

    // The call at 30 seconds is not a waiting check.
    expect(store.run(endless.id)).toMatchObject({ state: 'stopped', entries: 81 });
    expect(store.run(endless.id)?.notes[0]?.text).toBe(
      'It was stopped: its last 50 entries are checks that waited, such as "2-never". Add .timeout(ticks) to them, or a duration to the scenario.',
    );
    expect(store.run(limited.id)).toMatchObject({ state: 'completed', entries: 92 });
  });

  it('ends with a verdict and a log hash that does not depend on time slices', async () => {
    const store = emptyStore();
    const whole = new LiveRun(await prepared(callingGuest(20)), store);
    const sliced = new LiveRun(await prepared(callingGuest(20)), store);

    whole.advance(toTheEnd);
    while (!sliced.over) sliced.advance(oneEvent);

    expect(store.run(whole.id)).toMatchObject({
      state: 'completed',
      entries: 20,
      verdict: { outcome: 'not-judged' },
    });
    expect(store.run(whole.id)?.logHash).toMatch(/^[\da-f]{64}$/);
    expect(store.run(sliced.id)?.logHash).toBe(store.run(whole.id)?.logHash);
  });

  it('drops written entries and reads them back when the scenario needs them', async () => {
    const store = emptyStore();
    const text = dinner(`for (let call = 1; call <= 1500; call++)
        user.send_message_to_agent({ content: 'Ready? ' + call }).at(seconds(call)).id('call ' + call);
      user.send_message_to_agent({ content: '{{call 9}}' }).at(seconds(1100));
      const late = (_states, past) => past.now >= 1767637200e6 && past.log.some(({ event }) => event === 'call 8');
      user.send_message_to_agent({ content: '{{call 1150}}' }).after(condition('late', late));`);
    const whole = new LiveRun(await prepared(text), store);
    whole.advance(toTheEnd);
    const read = vi.spyOn(store, 'entries');
    const sliced = new LiveRun(await prepared(text), store);
    while (!sliced.over) sliced.advance(({ index }) => index % 500 > 0);

    // One read of the whole log for the condition, and none for the placeholders.
    expect(read.mock.calls).toHaveLength(1);
    expect(store.run(sliced.id)?.logHash).toBe(store.run(whole.id)?.logHash);
    expect(store.run(sliced.id)?.entries).toBe(2703);
  });

  it('notes how many events were still waiting when it is stopped', async () => {
    const store = emptyStore();
    const run = new LiveRun(await prepared(callingGuest(3)), store);
    run.advance(oneEvent);

    run.stop();

    expect(store.run(run.id)).toMatchObject({
      state: 'stopped',
      entries: 1,
      notes: [
        { kind: 'ending', cause: 'person', text: 'It was stopped by hand; 2 events were still waiting.' },
      ],
    });
  });

  it('is not judged when it is stopped before its milestones are reached', async () => {
    const store = emptyStore();
    const text = dinner(`validation({ milestones: { served: () => false } }).timeout(900);
      user.send_message_to_agent({ content: 'Is it ready?' }).at(seconds(60));`);
    const run = new LiveRun(await prepared(text), store);
    run.advance(oneEvent);

    run.stop();

    expect(store.run(run.id)).toMatchObject({ state: 'stopped', verdict: { outcome: 'not-judged' } });
  });

  it('is not judged when it is interrupted', async () => {
    const store = emptyStore();
    const run = new LiveRun(await prepared(callingGuest(3)), store);
    run.advance(oneEvent);

    run.interrupt({ kind: 'ending', cause: 'closed', text: 'The kitchen burnt down.' });

    expect(store.run(run.id)).toMatchObject({
      state: 'interrupted',
      entries: 1,
      verdict: undefined,
      logHash: undefined,
      notes: [{ kind: 'ending', cause: 'closed', text: 'The kitchen burnt down.' }],
    });
  });

  it('stores when each batch was written, in ascending order', async () => {
    const store = emptyStore();
    const run = new LiveRun(await prepared(callingGuest(3)), store);
    while (!run.over) run.advance(oneEvent);

    const writings = store.commitBatches(run.id, 0, 10);

    expect(writings.map(({ last }) => last)).toEqual([0, 1, 2]);
    const times = writings.map(({ elapsed }) => elapsed);
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(store.commitBatches(run.id, 1, 2)).toEqual([writings[1]]);
  });

  it('stores the verbosity and notifies the agent accordingly', async () => {
    const store = emptyStore();
    const text = `import { emailClient, scenario, seconds } from 'orrery';
      export default scenario({
        name: 'post', apps: () => ({ mail: emailClient() }),
        events({ mail }) { mail.send_email_to_user_only({ sender: 'ada@example.org' }).at(seconds(1)); },
      });`;
    const asked = { mode: 'plain', path: 'scenarios/dinner.ts', folder: kitchen(text) } as const;
    const runAt = async (choices?: RunChoices): Promise<LiveRun> =>
      new LiveRun(await prepareRun({ ...asked, choices }, unchecked), store);

    const [usual, quiet] = [await runAt(), await runAt({ verbosity: 'low' })];
    for (const run of [usual, quiet]) run.advance(oneEvent);

    expect(store.run(usual.id)?.choices).toEqual({ verbosity: 'medium' });
    expect(store.run(quiet.id)?.choices).toEqual({ verbosity: 'low' });
    expect([usual.unread.length, quiet.unread.length]).toEqual([1, 0]);
  });

  it('stores the scenario’s console output in the notes', async () => {
    const store = emptyStore();
    const run = new LiveRun(await prepared(dinner(`console.log('the table is laid');`)), store);

    run.advance(toTheEnd);

    expect(store.run(run.id)?.notes).toEqual([{ kind: 'console', text: 'the table is laid' }]);
  });

  it('notes where a tool wrote or returned -0, which is kept as 0', async () => {
    const store = emptyStore();
    const text = `import { app, scenario, seconds, toolOf } from 'orrery';
      const till = app({
        class: 'Till', initial: () => ({ sums: [1] }),
        tools: { close: toolOf<{ sums: number[] }>()({
          summary: 'Close.', effect: 'write', args: {},
          apply(state) { state.sums.push(-0); return { left: -0, sums: [-0, 1] }; },
        }) },
      });
      export default scenario({
        name: 'shop', apps: () => ({ till: till() }),
        events({ till }) { for (const at of [1, 2]) till.close({}).at(seconds(at)); },
      });`;
    const run = new LiveRun(await prepared(text), store);

    run.advance(toTheEnd);

    const note = (place: string): string => `${place} is -0, which a log cannot keep. It was written as 0.`;
    expect(store.run(run.id)?.notes.map(({ text }) => text)).toEqual([
      note('till.sums[1]'),
      note('till.close: result.left'),
      note('till.close: result.sums[0]'),
      note('till.sums[2]'),
    ]);
    expect(store.entry(run.id, 0)?.outcome).toStrictEqual({
      status: 'done',
      value: { left: 0, sums: [0, 1] },
    });
  });

  it('logs an endless check as failed and ends soon after', async () => {
    const store = emptyStore();
    const run = new LiveRun(
      await prepared(dinner(`condition('the soup is hot', () => { for (;;); });`)),
      store,
    );

    while (!run.over) run.advance(toTheEnd);

    expect(store.entries(run.id, 0, 10)).toMatchObject([
      { kind: 'condition', outcome: { status: 'failed' } },
    ]);
    expect(store.run(run.id)).toMatchObject({ state: 'failed', verdict: { outcome: 'failed' } });
  });
});
