import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { Verifications } from '../../../../main/host/runs/verify.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { callingGuest, prepared } from './dinner.ts';

async function calledFor(): Promise<{ readonly store: Store; readonly run: RunSummary }> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const live = new LiveRun(await prepared(callingGuest(3)), store);
  while (!live.over) live.advance(() => true);
  return { store, run: store.run(live.id)! };
}

describe('a run that is asked to be run again twice', () => {
  it('is run once, and both are told', async () => {
    const { store, run } = await calledFor();
    const verifications = new Verifications();

    const [one, other] = [verifications.verify(store, run), verifications.verify(store, run)];

    expect(one).toBe(other);
    await expect(other).resolves.toMatchObject({ same: 3, differs: undefined });
    await expect(verifications.verify(store, run)).resolves.not.toBe(await one);
  });

  it('tells how far it is', async () => {
    const { store, run } = await calledFor();
    const told: number[] = [];
    const verifications = new Verifications((_run, same) => told.push(same));

    await verifications.verify(store, run);

    expect(told.at(-1)).toBe(3);
  });

  it('is called off for both, and can be asked for anew at once', async () => {
    const { store, run } = await calledFor();
    const verifications = new Verifications();
    const first = verifications.verify(store, run);

    verifications.cancel(run.id);
    const second = verifications.verify(store, run);

    await expect(first).rejects.toMatchObject({ code: 'verification-cancelled' });
    await expect(second).resolves.toMatchObject({ same: 3 });
  });
});
