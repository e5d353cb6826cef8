import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../../engine/index.ts';
import type { Comparison } from '../../../../engine/model/comparison.ts';
import { compareStored } from '../../../../main/host/compare/compare.ts';
import { importTraceFile } from '../../../../main/host/import/import-file.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareFromRun } from '../../../../main/host/runs/rerun.ts';
import { SAMPLE_WORKSPACE } from '../../../../main/host/system/installation.ts';
import { openDatabase, packing } from '../../../open-database.ts';

/** A trace of the sample workspace beside a run of what it planned. */
async function besideItsPlan(name: string): Promise<Comparison> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const trace = await importTraceFile(store, join(SAMPLE_WORKSPACE, `traces/${name}.trace.json`));
  const live = new LiveRun(await prepareFromRun(store, trace, { mode: 'oracle' }), store);
  while (!live.over) live.advance(() => true);
  return compareStored(store, trace, store.run(live.id)!);
}

it.each(['studio_visit_single_turn', 'studio_visit_two_turns'])(
  'finds no difference between %s and a run of its plan, whatever ids they made up',
  async (name) => {
    expect((await besideItsPlan(name)).divergence).toBeUndefined();
  },
);

it('says what was written otherwise by chance, and nothing of a result that a trace has only as text', async () => {
  const { rows, divergence } = await besideItsPlan('clay_delivery_time');

  expect(rows.filter(({ kind }) => kind !== 'equal')).toHaveLength(1);
  expect(divergence?.sentence).toMatch(
    /^#6 CabApp\.order_ride by the agent: its effect differs: \w+ is .* in A and .* in B and \d more\.$/,
  );
});
