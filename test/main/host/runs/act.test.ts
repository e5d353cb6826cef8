import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { Action } from '../../../../engine/model/event.ts';
import { appName, type RunId } from '../../../../engine/model/values/ids.ts';
import { describeApps, toolsOfStoredRun } from '../../../../main/host/inspect/tools.ts';
import { Runs } from '../../../../main/host/runs/runs.ts';
import { verify } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { callingGuest, kitchen, unchecked } from './dinner.ts';

const user = appName('user');
const say = (content: string): Action => ({ app: user, tool: 'send_message_to_agent', args: { content } });

function stage(text: string): {
  readonly runs: Runs;
  readonly store: Store;
  readonly start: (open?: boolean) => Promise<RunId>;
} {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const quiet = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const runs = new Runs(store, unchecked, quiet);
  const request = { folder: kitchen(text), path: 'scenarios/dinner.ts', mode: 'plain' } as const;
  return {
    runs,
    store,
    start: async (open = false): Promise<RunId> => (await runs.start(request, { paused: true, open })).id,
  };
}

describe('act() of a run', () => {
  it('logs the call between two events, at the time of the one before', async () => {
    const { runs, store, start } = stage(callingGuest(2));
    const run = await start();
    runs.step(run);

    const { index } = runs.act(run, 'user', say('Salt, please.'));

    const [before, act] = store.entries(run, 0, 2);
    expect(act).toMatchObject({ index, kind: 'user', direct: true, outcome: { status: 'done' } });
    expect(act!.time).toBe(before!.time);
  });

  it('logs the call at the current simulated time of a run in real time', async () => {
    const { runs, store, start } = stage(callingGuest(1).replace('seconds(call)', 'seconds(3600)'));
    const run = await start();
    runs.pace(run, 60);
    runs.resume(run);
    await expect
      .poll(() => runs.act(run, 'user', say('Now?')).time - store.run(run)!.start)
      .toBeGreaterThan(1_000_000);

    runs.pace(run, 'fastest');
    await expect.poll(() => runs.summary(run)?.state).toBe('completed');
    expect((await verify(store, runs.summary(run)!)).differs).toBeUndefined();
  });

  it('verifies without a difference after calls before and between events', async () => {
    const { runs, store, start } = stage(callingGuest(3));
    const run = await start();
    runs.act(run, 'user', say('First.'));
    runs.step(run);
    runs.act(run, 'environment', say('Third.'));
    runs.resume(run);
    await expect.poll(() => runs.summary(run)?.state).toBe('completed');

    expect(await verify(store, runs.summary(run)!)).toEqual({ recorded: 0, same: 5, differs: undefined });
  });

  it('calls a tool after the last event of an open run, and the run verifies', async () => {
    const { runs, store, start } = stage(callingGuest(1));
    const run = await start(true);
    runs.resume(run);
    await expect.poll(() => runs.summary(run)?.entries).toBe(1);
    runs.act(run, 'user', say('Still here?'));
    await new Promise(setImmediate);
    expect(runs.summary(run)).toMatchObject({ state: 'running', entries: 2 });

    runs.stop(run);
    expect(runs.summary(run)?.state).toBe('stopped');
    expect(await verify(store, runs.summary(run)!)).toEqual({ recorded: 0, same: 2, differs: undefined });
  });

  it('logs a call with invalid arguments as failed and keeps the run active', async () => {
    const { runs, start } = stage(callingGuest(1));
    const run = await start();

    const entry = runs.act(run, 'user', { ...say(''), args: { words: 'none' } });

    expect(entry).toMatchObject({ refused: true, outcome: { status: 'failed' } });
    expect(runs.summary(run)?.state).toBe('paused');
  });
});

describe('toolsOfStoredRun()', () => {
  it('lists the same tools as the run did while it was active', async () => {
    const { runs, start } = stage(callingGuest(1));
    const run = await start();
    const live = describeApps(runs.appsOf(run)!);
    runs.stop(run);

    expect(await toolsOfStoredRun({ file: '', run: runs.summary(run)! })).toEqual(live);
    expect(runs.appsOf(run)).toBeUndefined();
    expect(live[0]!.tools[0]).toMatchObject({ name: expect.stringContaining('user__') as string });
  });
});
