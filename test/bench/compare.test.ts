import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { CompareReport } from './compare.ts';

it('the bench of comparisons still measures them, and the list of runs', () => {
  const args = ['scripts/bench.mjs', 'compare', '--quick', '--json'];
  const { comparisons, list } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as CompareReport;

  expect(comparisons.map(({ entries, differing }) => [entries, differing])).toEqual([[200, 4]]);
  expect(list.runs).toBe(20);
  for (const time of [...comparisons.map(({ time }) => time), list.whole, list.library, list.grouped])
    expect(time.median).toBeGreaterThan(0);
}, 240_000);
