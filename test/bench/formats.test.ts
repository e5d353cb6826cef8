import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { LARGE_FORMATS } from './format-files.ts';
import type { FormatsReport } from './formats.ts';

it('the bench of the formats still imports a file of each', () => {
  const args = ['scripts/bench.mjs', 'formats', '--quick', '--json'];
  const { figures } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as FormatsReport;

  expect(figures).toHaveLength(LARGE_FORMATS.length + 4);
  for (const { what, runs } of figures) expect({ what, runs: runs > 0 }).toEqual({ what, runs: true });
}, 240_000);
