import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../main/temporary-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const clock = { schema: 1, name: 'clock', kind: 'time', expected: { steps: [] } };
const wrong = { ...clock, name: 'wrong', expected: { steps: [{}] } };

/** First the script, which bundles the program and runs it, and then what it has bundled. */
let program = 'scripts/conformance.mjs';

function conformance(...args: string[]): { code: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, program), ...args], {
    cwd: temporaryFolder({
      'good/clock.json': JSON.stringify(clock),
      'bad/wrong.json': JSON.stringify(wrong),
    }),
    encoding: 'utf8',
  });
  program = 'out/conformance.mjs';
  return { code: status, stdout, stderr };
}

it('conformance.mjs runs the cases of several folders and exits with 1 when one differs', () => {
  expect(conformance('good')).toEqual({
    code: 0,
    stdout: 'clock: equal\nquirk cases: 0 equal, 0 different\n1 passed, 0 failed\n',
    stderr: '',
  });
  expect(conformance('good', 'bad')).toEqual({
    code: 1,
    stdout:
      'clock: equal\nwrong: steps[0]: expected {}, got nothing\nquirk cases: 0 equal, 0 different\n1 passed, 1 failed\n',
    stderr: '',
  });
});

it('conformance.mjs --json prints the list of cases as JSON', () => {
  const { code, stdout } = conformance('--json', 'good');

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([{ name: 'clock', kind: 'time', quirk: false }]);
});

it.each([
  [['gone'], /^gone: found nothing, wanted a folder of cases$/m],
  [['good/clock.json'], /^good\/clock\.json: found no folder, wanted a folder of cases$/m],
  [['.'], /^\.: found no cases, wanted one JSON file for each$/m],
  [['--swiftly', 'good'], /--swiftly/],
  [[], /^Usage: npm run -s conformance -- /],
])('conformance.mjs refuses invalid arguments with exit code 2: %j', (args, message) => {
  const { code, stderr } = conformance(...args);

  expect(stderr).toMatch(message);
  expect(code).toBe(2);
});
