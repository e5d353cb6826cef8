import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openStore, type Store } from '../../../../engine/index.ts';
import type { RunPageQuery } from '../../../../engine/model/run-query.ts';
import { runId } from '../../../../engine/model/values/ids.ts';
import { instant } from '../../../../engine/model/values/time.ts';
import { RunLibraryReader } from '../../../../main/host/inspect/index.ts';
import { exchange } from '../../../engine/store/exchanges.ts';
import { writeManyRuns } from '../../../many-runs.ts';
import { openDatabase, packing } from '../../../open-database.ts';

const NEWEST: RunPageQuery = {
  terms: [],
  group: 'none',
  order: 'started',
  descending: true,
  folded: [],
  from: 0,
  limit: 50,
  selected: [],
};

/** A reader of a database with `count` runs, which has read none of them. */
function filled(count: number) {
  const db = openDatabase();
  writeManyRuns(openStore(db, packing), count);
  const store = openStore(db, packing);
  return { store, library: new RunLibraryReader(store) };
}

/** Writes an imported run that `scorer` scored. */
function writeAttempt(store: Store, scorer: string, startedAt: number): void {
  const writer = store.begin({
    scenario: 'soup',
    source: 'soups.eval',
    mode: 'trace',
    seed: 0,
    startedAt,
    start: instant(0),
    apps: [],
    notes: [],
    owner: 'test',
    states: {},
    attempt: {
      tool: 'Inspect',
      task: 'soup',
      tokens: {},
      errors: 0,
      scores: [{ scorer, label: 'C' }],
      content: String(startedAt),
    },
  });
  writer.finish({ state: 'recorded', now: instant(0), verdict: undefined, logHash: 'ff', notes: [] });
}

describe('RunLibraryReader', () => {
  it('shows the newest runs before it has read all', async () => {
    const { store, library } = filled(1200);

    const page = library.find(NEWEST);
    expect(store.readLines(0)).toBe(false);
    expect(await page).toMatchObject({ total: 1200, found: 1200, from: 0 });
    expect((await page).lines.map(({ line }) => line)).toEqual(store.findRuns([]).slice(0, 50));
  });

  it('has the scorers of the whole list, as soon as it has read all', async () => {
    const db = openDatabase();
    const store = openStore(db, packing);
    store.transaction(() => {
      for (let nth = 0; nth < 1100; nth += 1) writeAttempt(store, nth < 600 ? 'salt' : 'taste', nth);
    });
    const library = new RunLibraryReader(openStore(db, packing));

    const newest = await library.find(NEWEST);
    expect([newest.isReading, newest.scorers]).toEqual([true, ['taste']]);
    for (const from of [0, 500]) {
      const page = await library.find({ ...NEWEST, from });
      expect([page.isReading, page.scorers]).toEqual([false, ['salt', 'taste']]);
    }
  });

  it('reads no more once it is closed', async () => {
    const { store, library } = filled(1200);
    await library.find(NEWEST);
    library[Symbol.dispose]();
    await setImmediate();

    expect(store.readLines(0)).toBe(false);
  });

  it('answers any part in any order, with the position of the current run', async () => {
    const { library } = filled(1200);
    const at = runId('r7');
    const query = { ...NEWEST, order: 'scenario', at, selected: [at, runId('r99999')] } as const;

    const whole = await library.find({ ...query, limit: 500 });
    const { lines, selected, ...page } = await library.find({ ...query, from: 120 });
    expect(lines).toEqual(whole.lines.slice(120, 170));
    expect(selected).toEqual([at]);
    expect((await library.find({ ...query, from: page.at!, limit: 1 })).lines[0]!.line.id).toBe(at);
  });

  it('says what the runs of each group asked of models', async () => {
    const { store, library } = filled(30);
    const [run] = store.runs(1);
    store.addExchange(run!.id, 0, exchange(3));
    store.addExchange(run!.id, 0, exchange(6));
    const { groups } = await library.find({ ...NEWEST, group: 'scenario' });
    const asked = groups.filter(({ costs }) => costs !== undefined);
    expect(asked.map(({ name, costs }) => [name, costs!.requests, costs!.input])).toEqual([
      [run!.scenario, 2, 24],
    ]);
  });

  it('leaves the runs of folded groups out of the positions', async () => {
    const { library } = filled(300);
    const grouped = { ...NEWEST, group: 'scenario', limit: 500 } as const;
    const { groups } = await library.find(grouped);
    const [first, second] = groups;

    const page = await library.find({ ...grouped, folded: [first!.name] });
    expect(page.lines).toHaveLength(300 - first!.runs);
    expect(page.lines[0]!.line.scenario).toBe(second!.name);
    expect(page.groups).toEqual(groups);
  });

  it('answers the end of a list that has become shorter', async () => {
    const { library } = filled(300);

    const page = await library.find({ ...NEWEST, from: 5000 });
    expect([page.from, page.lines.length]).toEqual([250, 50]);
  });

  it('names the ids of all found runs, and values to complete a query with', async () => {
    const { library } = filled(300);

    expect(await library.ids([], 1000)).toHaveLength(300);
    expect(library.values()['agent']).toContain('agents/forwarder.json');
  });
});
