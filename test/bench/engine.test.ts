import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { reportText } from './engine-tables.ts';
import { loads } from './loads.ts';
import type { Report } from './report.ts';
import type { Sample } from './sample.ts';

it('the bench of the engine still measures every load and every write', () => {
  const args = ['scripts/bench.mjs', 'engine', '--quick', '--json'];
  const report = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as Report;

  expect(report.loads.map(({ load }) => load)).toEqual(Object.keys(loads));
  expect(report.journal).toHaveLength(3);
  expect(report.apps.map(({ goal }) => goal)).toEqual([15, 15, 20]);
  const times = [...report.loads, ...report.journal].flatMap(({ times }) => Object.values<Sample>(times));
  for (const { low, median, high } of [...times, ...report.apps.map(({ time }) => time)]) {
    expect(high).toBeGreaterThan(0);
    expect([low, median, high]).toEqual([low, median, high].toSorted((one, other) => one - other));
  }
  for (const { disk } of report.loads) expect(disk).toBeGreaterThan(0);

  const rows = reportText(report).split('\n');
  expect(rows.filter((row) => row.startsWith('| chain'))).toHaveLength(2);
  expect(rows.filter((row) => row.startsWith('| insert at the front'))).toHaveLength(1);
  expect(rows.filter((row) => row.startsWith('| an email arrives'))).toHaveLength(1);
}, 240_000);
