import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore, writeTrace } from '../../../../engine/index.ts';
import type { Comparison } from '../../../../engine/model/comparison.ts';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { isRecent } from '../../../../main/host/compare/comparisons.ts';
import { compareStates, compareStored } from '../../../../main/host/compare/index.ts';
import { LiveRun } from '../../../../main/host/runs/live-run.ts';
import { prepareFromStoredFiles } from '../../../../main/host/runs/prepare-stored-run.ts';
import { SAMPLE_WORKSPACE } from '../../../../main/host/system/installation.ts';
import { openDatabase, packing } from '../../../open-database.ts';
import { importOne } from '../import/import-one.ts';
import { callingGuest, prepared } from '../runs/dinner.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** A trace of the sample workspace compared with a run of its plan. */
async function besideItsPlan(name: string): Promise<Comparison> {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const trace = await importOne(store, join(SAMPLE_WORKSPACE, `traces/${name}.trace.json`));
  const live = new LiveRun(await prepareFromStoredFiles(store, trace, { mode: 'oracle' }), store);
  while (!live.over) live.advance(() => true);
  return compareStored(store, trace, store.run(live.id)!);
}

it.each(['studio_visit_single_turn', 'studio_visit_two_turns'])(
  'finds no difference between %s and a run of its plan, whose generated ids differ',
  async (name) => {
    expect((await besideItsPlan(name)).divergence).toBeUndefined();
  },
);

it('reports a random difference, and ignores results a trace has only as text', async () => {
  const { rows, divergence } = await besideItsPlan('clay_delivery_time');

  expect(rows.filter(({ kind }) => kind !== 'equal')).toHaveLength(1);
  expect(divergence?.sentence).toMatch(
    /^#6 CabApp\.order_ride by the agent: its effect differs: \w+ is .* in A and .* in B and \d more\.$/,
  );
});

it('matches the apps of a run with those of its export as an ARE file, which names them by their classes', async () => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  const live = new LiveRun(await prepared(callingGuest(4)), store);
  while (!live.over) live.advance(() => true);
  const run = store.run(live.id)!;
  const folder = temporaryFolder({ 'guest.json': [...writeTrace(store, run)].join('') });
  const trace = await importOne(store, join(folder, 'guest.json'));

  const { rows, initialStates } = compareStored(store, run, trace);

  expect([run, trace].map(({ apps }) => apps[0]!.name)).toEqual(['user', 'AgentUserInterface']);
  expect(rows.map(({ a, b }) => [a, b])).toEqual([0, 1, 2, 3].map((index) => [index, index]));
  expect(rows.every(({ kind }) => kind === 'equal')).toBe(true);
  expect(initialStates).toEqual([]);
  const [states] = compareStates(store, { run, at: 3 }, { run: trace, at: 3 }, []);
  expect(states?.app).toBe('user');
});

it.each([
  ['reused while a run has grown by a fifth', 'running', 120, true],
  ['recomputed when it has grown by half', 'running', 150, false],
  ['recomputed when it has ended with one entry more', 'completed', 101, false],
  ['reused when both have ended with as many entries', 'completed', 100, true],
] as const)('reuses or recomputes the matched ids of two runs: %s', (_when, state, entries, expected) => {
  const run = (id: string, other: Partial<RunSummary> = {}): RunSummary =>
    ({ id: runId(id), state: 'completed', entries: 100, ...other }) as RunSummary;
  const last = { a: run('r1'), b: run('r2') };

  expect(isRecent(last, run('r1'), run('r2', { state, entries }))).toBe(expected);
  expect(isRecent(last, run('r1'), run('r3', { state, entries }))).toBe(false);
});
