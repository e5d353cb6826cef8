import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { LibraryReport } from './library.ts';

it('the bench of the library still measures the list of runs', () => {
  const args = ['scripts/bench.mjs', 'library', '--quick', '--json'];
  const { runs, bare, figures } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as LibraryReport;

  expect(runs).toBe(300);
  for (const { median } of [bare, ...figures.map(({ time }) => time)]) expect(median).toBeGreaterThan(0);
}, 240_000);
