import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { allCases, sampleOf, soundRun } from '../hostile/suite/cases.ts';
import { resultOf, runCases, tableOf } from '../hostile/suite/run.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The same few cases each time. `npm run hostile` runs all of them, or a sample of another seed. */
const SEED = 1;
const COUNT = 3;

it('survives a sample of the hostile suite', async () => {
  const all = allCases(await soundRun(temporaryFolder()), SEED);
  const quick = all.filter(({ uninterruptible }) => uninterruptible === undefined);
  const outcomes = await runCases(sampleOf(quick, COUNT, SEED), { atOnce: availableParallelism() });
  console.log(tableOf(outcomes.map(resultOf)).join('\n'));

  expect(
    outcomes.filter(({ fault }) => fault !== undefined).map(({ one, fault }) => `${one.name}: ${fault!}`),
  ).toEqual([]);
}, 300_000);
