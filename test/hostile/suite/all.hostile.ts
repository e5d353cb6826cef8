import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allCases, sampleOf, soundRun } from './cases.ts';
import { faultLines, runCases, tableOf } from './run.ts';

/** As `npm run hostile` was asked. */
const { seed, count, match } = JSON.parse(process.env['ORRERY_HOSTILE'] ?? '{"seed":1}') as {
  readonly seed: number;
  readonly count?: number;
  readonly match?: string;
};

it('nothing that scenarios, agents, files and probes do hangs or kills the terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-sound-'));
  const all = allCases(await soundRun(folder), seed);
  const matching =
    match === undefined ? all : all.filter(({ kind, name }) => `${kind} · ${name}`.includes(match));
  const cases = count === undefined ? matching : sampleOf(matching, count, seed);
  let done = 0;
  const outcomes = await runCases(cases, {
    atOnce: availableParallelism(),
    tell(outcome) {
      done += 1;
      if (outcome.fault !== undefined) console.log(`${done}/${cases.length} ${faultLines(outcome)}`);
    },
  });
  rmSync(folder, { recursive: true, force: true });
  console.log(tableOf(outcomes).join('\n'));

  expect(
    outcomes.filter(({ fault }) => fault !== undefined).map(({ one, fault }) => `${one.name}: ${fault!}`),
  ).toEqual([]);
});
