import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { CompareReport } from './compare.ts';

it('the bench of comparisons still measures them', () => {
  const args = ['scripts/bench.mjs', 'compare', '--quick', '--json'];
  const { attempts, comparisons } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as CompareReport;

  expect(comparisons.map(({ entries, differing }) => [entries, differing])).toEqual([[200, 4]]);
  expect(attempts.map(({ attempts: count, alike, differing }) => [count, alike, differing > 0])).toEqual([
    [2, true, true],
    [2, false, true],
    [3, true, true],
    [3, false, true],
  ]);
  for (const { time } of [...comparisons, ...attempts]) expect(time.median).toBeGreaterThan(0);
}, 240_000);
