import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import type { JudgeReport } from './judge.ts';

it('the bench of the judge still measures stored runs and long ones', () => {
  const args = ['scripts/bench.mjs', 'judge', '--quick', '--json'];
  const { stored, calls } = JSON.parse(
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }),
  ) as JudgeReport;

  expect(stored).toMatchObject({ runs: 5, entries: 10, passed: 5 });
  expect(calls.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['in order', 'passed'],
    ['backwards', 'passed'],
    ['reworded', 'not-judged'],
  ]);
  for (const { time } of [stored, ...calls]) expect(time.median).toBeGreaterThan(0);
}, 240_000);
