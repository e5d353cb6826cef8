import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { orreryProcessIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Writes down each text that a process of the host makes code of, and that it was there. */
const WATCH = `
import { appendFileSync } from 'node:fs';
const note = (text) => appendFileSync(process.env.MADE_CODE, text.slice(0, 100) + '\\n');
note('process');
const of = (given) => note('code: ' + String(given.at(-1)));
globalThis.Function = new Proxy(Function, {
  construct: (target, given) => (of(given), new target(...given)),
  apply: (target, self, given) => (of(given), target(...given)),
});
Function.prototype.constructor = globalThis.Function;
`;

/** The SQLite binding makes a function of the names of columns for each statement, which it quotes as JSON. */
const ROWS = /^code: return \((?:v\d+,?)*(?:\) => \(|$)/;

it('makes no code of texts in its own processes, but functions that make rows', async () => {
  const folder = sampleWorkspace();
  const notes = temporaryFolder();
  const [watch, made] = [join(notes, 'watch.mjs'), join(notes, 'made.txt')];
  writeFileSync(watch, WATCH);
  writeFileSync(made, '');
  mkdirSync(join(folder, 'sweeps'), { recursive: true });
  writeFileSync(
    join(folder, 'sweeps/code.json'),
    JSON.stringify({
      name: 'code',
      scenarios: ['scenarios/invoice-by-noon.ts'],
      seeds: '1..2',
      agents: ['oracle'],
    }),
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(watch).href}`, MADE_CODE: made };

  for (const args of [
    ['check', 'scenarios/invoice-by-noon.ts'],
    ['run', 'scenarios/invoice-by-noon.ts'],
    ['sweep', 'plan', 'sweeps/code.json', '--out', join(notes, 'sweep')],
    ['sweep', 'run', join(notes, 'sweep'), '--workers', '1'],
  ])
    expect((await orreryProcessIn(folder, args, env)).code, args.join(' ')).toBe(0);

  const lines = readFileSync(made, 'utf8').trim().split('\n');
  expect(lines.filter((line) => line === 'process').length).toBeGreaterThan(5);
  expect(lines.filter((line) => line !== 'process' && !ROWS.test(line))).toEqual([]);
});
