import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store, StoreError } from '../../../../engine/index.ts';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import { Runs } from '../../../../main/host/runs/runs.ts';
import type { Breakpoint, BreakpointHit } from '../../../../preload/contract.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { callingGuest, dinner, kitchen, unchecked } from './dinner.ts';

interface Stage {
  readonly runs: Runs;
  readonly store: Store;
  /** Indexes of the entries the audience was told of. */
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
  const store = onDisk(openStore(db, packing));
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

describe('runs', () => {
  it('go to their end, and tell of every entry once it is written', async () => {
    const { runs, told, start } = stage(callingGuest(500));

    const run = await start();

    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
    expect(told).toEqual(upTo(500));
  });

  it('wait before the first event when they are started paused', async () => {
    const { runs, told, start } = stage(callingGuest(3));

    const run = await start(true);
    await new Promise(setImmediate);

    expect(told).toEqual([]);
    expect(runs.summary(run)).toMatchObject({ state: 'paused', entries: 0 });
  });

  it('fire one event a step while paused, and go on when resumed', async () => {
    const { runs, told, start } = stage(callingGuest(5));
    const run = await start(true);

    runs.step(run);
    runs.step(run);
    expect(told).toEqual([0, 1]);

    runs.resume(run);
    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
    expect(told).toEqual(upTo(5));
  });

  it('pause before the next event', async () => {
    const { runs, told, start } = stage(callingGuest(5_000));
    const run = await start();

    runs.pause(run);
    const before = told.length;
    await new Promise(setImmediate);
    await new Promise(setImmediate);

    expect(told).toHaveLength(before);
    expect(runs.summary(run)?.state).toBe('paused');
  });

  it('take turns', async () => {
    const { runs, start } = stage(callingGuest(2_000));
    const [one, other] = [await start(true), await start(true)];
    runs.resume(one);
    runs.resume(other);

    await expect.poll(() => runs.summary(other)?.entries).toBeGreaterThan(0);
    runs.interruptAll('Enough.');

    expect(runs.list().map(({ entries }) => entries > 0)).toEqual([true, true]);
  });

  it('are removed with their log, but not while they are in motion', async () => {
    const { runs, store, start } = stage(callingGuest(3));
    const run = await start(true);

    expect(() => {
      runs.remove(run);
    }).toThrow('Run r1 is paused: stop it first');
    runs.stop(run);
    runs.remove(run);

    expect(runs.list()).toEqual([]);
    expect(store.entries(run, 0, 10)).toEqual([]);
  });

  it('refuse what makes no sense, by name and state', async () => {
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

  it('fire all that is due at one time in a tick, and no more', async () => {
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

  it('go on to what the agent does next', async () => {
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

  it('go on to an entry, and pause there', async () => {
    const { runs, start } = stage(callingGuest(5_000));
    const run = await start(true);

    runs.until(run, { entry: 2_345 });

    await expect.poll(() => runs.summary(run)).toMatchObject({ state: 'paused', entries: 2_346 });
  });

  it('pause at a breakpoint, and say what was found there', async () => {
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
  ])('end with %s, whatever would be due long after it', async (_what, text) => {
    const { runs, start } = stage(text.replace('validation }', 'validation, stop }'));
    const run = await start(true);
    runs.pace(run, 100);

    runs.resume(run);

    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
  });

  it('keep step with the wall clock when told to', async () => {
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

  it('refuse to step one that runs', async () => {
    const { runs, start } = stage(callingGuest(5_000));
    const run = await start();

    expect(() => {
      runs.step(run);
    }).toThrow('Run r1 is running: pause it first');
    runs.stop(run);
  });

  it('are not begun when the scenario is broken', async () => {
    const { runs, start } = stage(dinner(`throw new Error('the oven is cold');`));

    await expect(start()).rejects.toThrow('the oven is cold');
    expect(runs.list()).toEqual([]);
  });

  it('end as interrupted when the disk takes no more, with the reason and what was written', async () => {
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

/** A store on a disk that is full after so many writes. */
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
