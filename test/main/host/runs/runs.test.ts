import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store, StoreError } from '../../../../engine/index.ts';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import { CLOSED_ENDING } from '../../../../main/host/runs/isolated-runs.ts';
import { Runs } from '../../../../main/host/runs/runs.ts';
import type { Breakpoint, BreakpointHit } from '../../../../preload/contract.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { supper } from '../../../engine/store/pantry.ts';
import { callingGuest, dinner, kitchen, unchecked } from './dinner.ts';

interface Stage {
  readonly runs: Runs;
  readonly store: Store;
  /** Indexes of the reported entries, in order. */
  readonly told: number[];
  readonly hits: readonly BreakpointHit[];
  readonly start: (paused?: boolean) => Promise<RunId>;
}

function stage(
  text: string,
  onDisk = (store: Store): Store => store,
  breakpoints: readonly Breakpoint[] = [],
): Stage {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const owners = { claim: () => undefined, isAlive: (owner: string) => owner !== 'gone' };
  const store = onDisk(openStore(db, packing, { owners }));
  const told: number[] = [];
  const hits: BreakpointHit[] = [];
  const runs = new Runs(
    store,
    unchecked,
    {
      logged: (run, entries) => {
        expect(store.run(run)!.entries).toBeGreaterThan(entries.at(-1)?.index ?? -1);
        for (const { index } of entries) told.push(index);
      },
      changed: () => undefined,
      hit: (_run, hit) => hits.push(hit),
    },
    { list: breakpoints },
  );
  const request = { folder: kitchen(text), path: 'scenarios/dinner.ts', mode: 'oracle' } as const;
  return {
    runs,
    store,
    told,
    hits,
    start: async (paused = false) => (await runs.start(request, { paused })).id,
  };
}

const upTo = (count: number): number[] => [...Array(count).keys()];

describe('Runs', () => {
  it('runs to the end and reports every entry after it is written', async () => {
    const { runs, told, start } = stage(callingGuest(500));

    const run = await start();

    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
    expect(told).toEqual(upTo(500));
  });

  it('waits before the first event when a run is started paused', async () => {
    const { runs, told, start } = stage(callingGuest(3));

    const run = await start(true);
    await new Promise(setImmediate);

    expect(told).toEqual([]);
    expect(runs.summary(run)).toMatchObject({ state: 'paused', entries: 0 });
  });

  it('fires one event per step while paused, and the rest when resumed', async () => {
    const { runs, told, start } = stage(callingGuest(5));
    const run = await start(true);

    runs.step(run);
    runs.step(run);
    expect(told).toEqual([0, 1]);

    runs.resume(run);
    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
    expect(told).toEqual(upTo(5));
  });

  it('pauses before the next event', async () => {
    const { runs, told, start } = stage(callingGuest(5_000));
    const run = await start();

    runs.pause(run);
    const before = told.length;
    await new Promise(setImmediate);
    await new Promise(setImmediate);

    expect(told).toHaveLength(before);
    expect(runs.summary(run)?.state).toBe('paused');
  });

  it('advances several running runs in turn', async () => {
    const { runs, start } = stage(callingGuest(2_000));
    const [one, other] = [await start(true), await start(true)];
    runs.resume(one);
    runs.resume(other);

    await expect.poll(() => runs.summary(other)?.entries).toBeGreaterThan(0);
    runs.interruptAll(CLOSED_ENDING);

    expect(runs.list().map(({ entries }) => entries > 0)).toEqual([true, true]);
  });

  it('lets other work of the process take several steps after each slow call of scenario code', async () => {
    const slow = `condition('slow', () => { let sum = 0; for (let n = 0; n < 2_000_000; n++) sum += Math.sqrt(n) + Math.cbrt(n); return sum < 0; });`;
    const { runs, told, start } = stage(dinner(slow));
    await start();
    await expect.poll(() => told.length).toBeGreaterThan(0);
    const before = told.length;

    // As many steps as a click takes.
    for (let step = 0; step < 10; step++) await new Promise(setImmediate);

    expect(told.length - before).toBeLessThan(5);
    runs.interruptAll(CLOSED_ENDING);
  });

  it('gives way to what a person does, after a slow call of scenario code', async () => {
    const slow = `condition('slow', () => { let sum = 0; for (let n = 0; n < 2_000_000; n++) sum += Math.sqrt(n) + Math.cbrt(n); return sum < 0; });`;
    const { runs, told, start } = stage(dinner(slow));
    const run = await start();
    await expect.poll(() => told.length).toBeGreaterThan(0);
    const before = told.length;

    // A click goes to the page and comes back as a call: longer than a run rests otherwise.
    const until = performance.now() + 900;
    while (performance.now() < until) {
      runs.giveWay();
      await new Promise(setImmediate);
    }
    runs.stop(run);

    expect(told.length - before).toBeLessThan(2);
    expect(runs.summary(run)?.state).toBe('stopped');
  });

  it('says that another process drives a run', async () => {
    const { store, start } = stage(callingGuest(3));
    const run = await start(true);
    const elsewhere = new Runs(store, unchecked, {
      logged: () => undefined,
      changed: () => undefined,
      hit: () => undefined,
    });

    expect(() => {
      elsewhere.stop(run);
    }).toThrow('Run r1 is paused in another window or in the terminal. Control it there.');
  });

  it('ends a run as interrupted when the other process that drove it is gone', async () => {
    const { runs, store } = stage(callingGuest(3));
    const { id } = store.begin(supper({ owner: 'gone' }));

    expect(() => {
      runs.stop(id);
    }).toThrow('Run r1 is interrupted: nothing is going on in it');
    await runs.remove(id);

    expect(runs.list()).toEqual([]);
  });

  it('removes an ended run with its log, and refuses to remove an active one', async () => {
    const { runs, store, start } = stage(callingGuest(3));
    const run = await start(true);

    await expect(runs.remove(run)).rejects.toThrow('Run r1 is paused: stop it first');
    runs.stop(run);
    await runs.remove(run);

    expect(runs.list()).toEqual([]);
    expect(store.entries(run, 0, 10)).toEqual([]);
  });

  it('refuses to pause an ended run and to step a missing one', async () => {
    const { runs, start } = stage(callingGuest(3));
    const run = await start(true);
    runs.stop(run);

    expect(() => {
      runs.pause(run);
    }).toThrow('Run r1 is stopped: nothing is going on in it');
    expect(() => {
      runs.step('r9' as RunId);
    }).toThrow('There is no run r9');
  });

  it('fires all events due at the same time in a tick', async () => {
    const { runs, told, start } = stage(
      dinner(`for (const at of [1, 1, 1, 2, 2])
        user.send_message_to_agent({ content: 'Is it ready?' }).at(seconds(at));`),
    );
    const run = await start(true);

    runs.step(run, 'tick');
    await expect.poll(() => runs.summary(run)?.state).toBe('paused');
    expect(told).toEqual(upTo(3));

    runs.step(run, 'tick');
    await expect.poll(() => told).toEqual(upTo(5));
  });

  it('continues to the agent’s next call', async () => {
    const { runs, told, start } = stage(
      dinner(`user.send_message_to_agent({ content: 'Is it ready?' }).at(seconds(1));
        oracle(user.send_message_to_user({ content: 'Soon.' })).at(seconds(2));
        user.send_message_to_agent({ content: 'And now?' }).at(seconds(3));`),
    );
    const run = await start(true);

    runs.step(run, 'turn');

    await expect.poll(() => runs.summary(run)).toMatchObject({ state: 'paused', entries: 2 });
    expect(told).toEqual(upTo(2));
  });

  it('continues to an entry and pauses there', async () => {
    const { runs, start } = stage(callingGuest(5_000));
    const run = await start(true);

    runs.until(run, { entry: 2_345 });

    await expect.poll(() => runs.summary(run)).toMatchObject({ state: 'paused', entries: 2_346 });
  });

  it('pauses at a breakpoint and reports the value found', async () => {
    const condition = {
      on: 'state',
      app: 'user',
      path: 'messages.length',
      is: '≥',
      value: 4,
    } as const;
    const { runs, hits, start } = stage(callingGuest(2_000), undefined, [{ condition, enabled: true }]);

    const run = await start();

    await expect.poll(() => runs.summary(run)).toMatchObject({ state: 'paused', entries: 4 });
    expect(hits).toEqual([{ condition, entry: 3, found: '4' }]);
    runs.resume(run);
    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
    expect(hits).toHaveLength(1);
  });

  it.each([
    [
      'a stop',
      dinner(`stop().at(seconds(1)); user.send_message_to_agent({ content: 'Late' }).at(seconds(9_000));`),
    ],
    [
      'the end of its time',
      dinner(`user.send_message_to_agent({ content: 'Late' }).at(seconds(9_000));`).replace(
        'apps:',
        'duration: seconds(5), apps:',
      ),
    ],
  ])('ends with %s without waiting for a much later event', async (_what, text) => {
    const { runs, start } = stage(text.replace('validation }', 'validation, stop }'));
    const run = await start(true);
    runs.pace(run, 100);

    runs.resume(run);

    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
  });

  it('fires nothing before its time at a playback speed', async () => {
    const { runs, told, start } = stage(callingGuest(1_000));
    const run = await start(true);
    runs.pace(run, 0.01);

    runs.resume(run);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(told).toEqual([]);

    runs.pace(run, 'fastest');
    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
  });

  it('refuses to step a running run', async () => {
    const { runs, start } = stage(callingGuest(5_000));
    const run = await start();

    expect(() => {
      runs.step(run);
    }).toThrow('Run r1 is running: pause it first');
    runs.stop(run);
  });

  it('creates no run when the scenario throws', async () => {
    const { runs, start } = stage(dinner(`throw new Error('the oven is cold');`));

    await expect(start()).rejects.toThrow('the oven is cold');
    expect(runs.list()).toEqual([]);
  });

  it('ends a run as interrupted when the disk is full, with the reason', async () => {
    const { runs, told, start } = stage(callingGuest(3), fullAfter(1));
    const run = await start(true);

    runs.step(run);
    runs.step(run);

    expect(told).toEqual([0]);
    expect(runs.summary(run)).toMatchObject({
      state: 'interrupted',
      entries: 1,
      notes: [{ kind: 'ending', cause: 'problem', text: 'orrery.db: The disk is full.' }],
    });
  });
});

/** A store on a disk that is full after `writes` writes. */
const fullAfter =
  (writes: number) =>
  (store: Store): Store => ({
    ...store,
    begin: (run) => {
      const writer = store.begin(run);
      let left = writes;
      return {
        ...writer,
        append: (...entries) => {
          if (left-- <= 0) throw new StoreError('store-full', 'orrery.db', 'The disk is full.');
          writer.append(...entries);
        },
      };
    },
  });
