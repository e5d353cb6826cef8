import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { openDatabase } from '../../../../main/host/database/index.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { Verifications, verify } from '../../../../main/host/runs/verify.ts';
import { RUNTIME } from '../../../../main/host/system/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { ownWorker } from '../workers/worker-program.ts';
import { callingGuest, prepared } from './dinner.ts';

const worker = ownWorker();

async function calledFor(): Promise<{ readonly file: string; readonly run: RunSummary }> {
  const file = join(temporaryFolder(), 'runs.db');
  using database = openDatabase(file);
  const live = new LiveRun(await prepared(callingGuest(3)), database.store);
  while (!live.over) live.advance(() => true);
  return { file, run: database.store.run(live.id)! };
}

describe('Verifications', () => {
  it('verifies a run once for two concurrent requests', async () => {
    const { file, run } = await calledFor();
    const told: number[] = [];
    const verifications = new Verifications((_run, same) => told.push(same), await worker());

    const [one, other] = [verifications.verify(file, run), verifications.verify(file, run)];

    expect(one).toBe(other);
    await expect(other).resolves.toMatchObject({ same: 3, differs: undefined });
    expect(told.at(-1)).toBe(3);
    await expect(verifications.verify(file, run)).resolves.not.toBe(await one);
  });

  it('rejects a cancelled request and accepts a new one at once', async () => {
    const { file, run } = await calledFor();
    const verifications = new Verifications(undefined, await worker());
    const first = verifications.verify(file, run);

    verifications.cancel(run.id);
    const second = verifications.verify(file, run);

    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    await expect(second).resolves.toMatchObject({ same: 3 });
  });
});

it('verify() compares a stopped run only as far as it came', async () => {
  using database = openDatabase(join(temporaryFolder(), 'runs.db'));
  const live = new LiveRun(await prepared(callingGuest(3)), database.store);
  live.advance(() => false);
  live.stop();
  const run = database.store.run(live.id)!;
  expect(run).toMatchObject({ state: 'stopped', entries: 1 });

  expect(await verify(database.store, run)).toMatchObject({ same: 1, differs: undefined });
});

it('verify() tells with which versions a run was repeated, if not with its own', async () => {
  const { file, run } = await calledFor();
  using database = openDatabase(file);
  const was = { v8: '1.2', unicode: '3.0', icu: '4' };

  expect(run.runtime).toEqual(RUNTIME);
  expect((await verify(database.store, run)).runtimes).toBeUndefined();
  expect((await verify(database.store, { ...run, runtime: was })).runtimes).toEqual({ was, is: RUNTIME });
});
