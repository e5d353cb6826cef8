import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allCases, sampleOf, soundRun } from './cases.ts';
import { faultLines, type Result, resultOf, runCases, tableOf } from './run.ts';

/** As `npm run hostile` was asked. */
const {
  seed,
  count,
  match,
  results: file,
  atOnce,
  seconds = Infinity,
} = JSON.parse(process.env['ORRERY_HOSTILE'] ?? '{"seed":1}') as {
  readonly seed: number;
  readonly count?: number;
  readonly match?: string;
  readonly results?: string;
  readonly atOnce?: number;
  readonly seconds?: number;
};

/** The results that earlier runs wrote to `file`, one line each; of a case that was repeated the last one counts. */
function resultsIn(file: string): ReadonlyMap<string, Result> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((one) => [nameOf(one), one]));
}

const nameOf = ({ kind, name }: Pick<Result, 'kind' | 'name'>): string => `${kind} · ${name}`;

it('nothing that scenarios, agents, files and probes do hangs or kills the terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-sound-'));
  const all = allCases(await soundRun(folder), seed);
  const matching = match === undefined ? all : all.filter((one) => nameOf(one).includes(match));
  const sample = count === undefined ? matching : sampleOf(matching, count, seed);
  const known = new Map(file === undefined ? [] : resultsIn(file));
  const cases = sample.filter((one) => {
    const result = known.get(nameOf(one));
    return result === undefined || result.fault !== undefined;
  });
  let done = 0;
  await runCases(cases, {
    atOnce: atOnce ?? availableParallelism(),
    seconds,
    tell(outcome) {
      done += 1;
      const result = resultOf(outcome);
      known.set(nameOf(result), result);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`);
      if (outcome.fault !== undefined) console.log(`${done}/${cases.length} ${faultLines(outcome)}`);
    },
  });
  rmSync(folder, { recursive: true, force: true });
  const results = [...known.values()];
  console.log(tableOf(results).join('\n'));
  console.log(`${cases.length - done} cases are left.`);

  expect(
    results.filter(({ fault }) => fault !== undefined).map(({ name, fault }) => `${name}: ${fault!}`),
  ).toEqual([]);
});
