import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunSummary } from '../../engine/model/run.ts';
import { jsonOf, orreryProcessIn, startOrrery } from './orrery.ts';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';
import { put, temporaryFolder } from './temporary-folder.ts';

/** A workspace with one of the scenarios that kill their own process. */
function deadly(name: string): string {
  const trap = readFileSync(join(PROJECT, 'test/hostile/scenarios/deadly', `${name}.ts`), 'utf8');
  return sampleWorkspace({ 'scenarios/trap.ts': trap });
}

const RUN = ['run', 'scenarios/trap.ts', '--db', 'runs.db'];

async function expectInterrupted(folder: string): Promise<void> {
  const runs = await jsonOf<RunSummary[]>(folder, ['runs', '--json', '--db', 'runs.db']);
  expect(runs).toMatchObject([{ id: 'r1', state: 'interrupted' }]);
}

describe('scenario code that nothing in its process can stop', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is ended by %s, and the run is kept', async (signal, code) => {
    const folder = deadly('includes');
    const program = startOrrery(folder, RUN);
    const said = text(program.stderr);
    await once(program.stdout, 'data');

    program.kill(signal);

    expect(await once(program, 'close')).toEqual([code, null]);
    // There is no message if the signal comes before the scenario's code is entered.
    expect(await said).toMatch(
      new RegExp(`^$|Interrupted by ${signal}\\. Scenario code did not answer and was ended\\.`),
    );
    await expectInterrupted(folder);
  });

  it('is ended when it takes too much time of the processor, in a sentence', async () => {
    const folder = deadly('includes');

    const { code, stderr } = await orreryProcessIn(folder, RUN);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^Scenario code did not answer in its time and was ended\. What was logged/);
    await expectInterrupted(folder);
  });

  it('is ended when it takes all memory, in a sentence', async () => {
    const folder = deadly('split');

    const { code, stderr } = await orreryProcessIn(folder, RUN);

    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^Scenario code needed more than [\d,]+ MB of memory and was ended\. What was logged/,
    );
    await expectInterrupted(folder);
  });
});

/** A program that has noted how to end, and then never looks. */
const DEAF = `for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.stdout.write('deaf\\n', () => { for (;;); });
`;

/** A supervisor whose child runs `code`. */
function supervised(code: string): ChildProcessByStdio<null, Readable, Readable> {
  const folder = temporaryFolder();
  cpSync(join(PROJECT, 'out/main'), folder, { recursive: true });
  put(folder, { 'package.json': '{"type": "module"}', 'cli-main.js': code });
  const program = spawn(process.execPath, [join(folder, 'cli.js'), 'run'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  return program;
}

it.skipIf(process.platform === 'win32').each([22, 48])(
  'a command that may open only %i files says so in a sentence',
  async (limit) => {
    const command = [
      process.execPath,
      join(PROJECT, 'out/main/cli.js'),
      'run',
      'scenarios/invoice-by-noon.ts',
    ];
    const program = spawn('sh', ['-c', `ulimit -n ${limit} && exec "$@"`, 'sh', ...command], {
      cwd: sampleWorkspace(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void program.kill('SIGKILL'));
    const said = text(program.stderr);

    expect(await once(program, 'close')).toEqual([1, null]);
    expect(await said).toMatch(
      /^Too many files are open \(.+\)\. Allow more with "ulimit -n 1024", or .+\n$/,
    );
  },
);

it.skipIf(process.platform === 'win32').each([
  ['Zone Allocation failed - process out of memory', 'The system gave Orrery no more memory'],
  [
    'Reached heap limit Allocation failed - JavaScript heap out of memory',
    'Scenario code needed more than 4,096 MB',
  ],
])('blames the limit that was reached: %s', async (report, sentence) => {
  const { stderr } = supervised(`process.stderr.write('FATAL ERROR: ${report}\\n', () => process.abort())`);

  expect(await text(stderr)).toMatch(new RegExp(`^${sentence}`));
});

it('passes on all that its child has written, as fast as it is read', async () => {
  const length = 2 ** 23;
  const { stderr } = supervised(`process.stderr.write('x'.repeat(${length}))`);
  let read = 0;

  for await (const piece of stderr) {
    read += String(piece).length;
    await new Promise(setImmediate);
  }

  expect(read).toBe(length);
});

describe('a child that does not answer', () => {
  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is ended by its supervisor after %s, which says so', async (signal, code) => {
    const program = supervised(DEAF);
    const said = text(program.stderr);
    await once(program.stdout, 'data');

    program.kill(signal);

    expect(await once(program, 'close')).toEqual([code, null]);
    expect(await said).toBe(
      `Interrupted by ${signal}. Scenario code did not answer and was ended. What was logged until then is kept.\n`,
    );
  });
});
