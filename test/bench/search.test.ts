import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { SearchReport } from './search.ts';

it('the bench of the search still finds what it searches', () => {
  const args = ['scripts/bench.mjs', 'search', '--quick', '--json'];
  const { runs, figures } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as SearchReport;

  expect(runs).toBe(20);
  expect(figures.map(({ hits }) => hits > 0)).toEqual([true, true, true, true, true, false]);
}, 240_000);
