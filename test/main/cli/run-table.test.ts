import { expect, it, onTestFinished } from 'vitest';
import { arrangeRuns, openStore } from '../../../engine/index.ts';
import { runTableLines } from '../../../main/cli/commands/runs.ts';
import { LiveRun } from '../../../main/host/runs/live-run.ts';
import { openDatabase, packing } from '../../open-database.ts';
import { callingGuest, prepared } from '../host/runs/dinner.ts';

const NONE = { all: undefined, judged: undefined };

it('prints the runs in columns below the name of their group', async () => {
  const db = openDatabase();
  onTestFinished(() => void db.close());
  const store = openStore(db, packing);
  for (const mode of ['oracle', 'plain', 'oracle'] as const) {
    const live = new LiveRun(await prepared(callingGuest(3), mode), store);
    while (!live.over) live.advance(() => true);
  }
  const { groups } = arrangeRuns(
    store.findRuns([]),
    { group: 'none', order: 'started', descending: true },
    3,
  );
  const [{ lines }] = groups as [(typeof groups)[number]];
  const [some, others] = [lines.slice(0, 2), lines.slice(2)];

  const table = runTableLines(
    [
      { ...groups[0]!, name: 'soup', lines: some, runs: 2, rates: NONE },
      { ...groups[0]!, name: 'bread', lines: others, runs: 1, rates: NONE },
    ],
    store,
  );

  expect(table.map((line) => line.split(/ {2,}/).filter((word) => word !== '')[0])).toEqual([
    'run',
    'soup: 2 runs; 3 not judged',
    some[0]!.id,
    some[1]!.id,
    'bread: 1 run; 3 not judged',
    others[0]!.id,
  ]);
  expect(table[2]!.indexOf('dinner')).toBe(table[0]!.indexOf('scenario'));
});
