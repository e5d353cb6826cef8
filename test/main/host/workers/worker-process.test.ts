import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WorkerProcess } from '../../../../main/host/workers/index.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { programThat, workerThat } from './worker-program.ts';

/** Answers with the number of questions so far, except for the words below. */
const words = workerThat(`
  let asked = 0;
  answerParent((word, tell) => {
    if (word.say === 'leave') process.exit();
    if (word.say === 'abort') process.abort();
    if (word.say === 'orphan') process.disconnect();
    if (word.say === 'grow') for (const all = []; ; ) all.push({ a: all.length });
    if (word.say === 'list') Array(1e8).fill(0);
    if (word.say === 'split') 'x'.repeat(5e8).split('');
    if (word.say === 'hoard') for (const all = []; ; ) all.push(new Uint8Array(1e7).fill(1));
    if (word.say === 'break') throw new RangeError('boo');
    if (word.say === 'hang') for (;;);
    if (word.say === 'wait') return new Promise(() => setInterval(() => undefined, 1_000));
    if (word.say === 'count') for (let step = 1; step <= 3; step += 1) tell(step);
    return (asked += 1);
  });
`);

interface Word {
  readonly say: string;
}

async function worker(atOnce = 1): Promise<WorkerProcess<Word, number, number>> {
  const program = await words();
  const one = new WorkerProcess<Word, number, number>('words', { memory: 32, atOnce, program });
  onTestFinished(() => {
    one[Symbol.dispose]();
  });
  return one;
}

/** What may hold up a worker process: a pipe that nobody writes to, for a thread of the system or for its own; a built-in; a loop. */
const waits: Readonly<Record<string, string>> = {
  'a pipe, beside other work': 'promises.readFile(pipe)',
  'a pipe': 'readFileSync(pipe)',
  'a built-in': "'a'.repeat(2 ** 27).split('').map(String).sort()",
  'a loop': 'for (;;);',
  nothing: '0',
};

/** Says its process id, and then waits in the way that it is asked for, for ever. */
const waiting = workerThat(`
  import { promises, readFileSync } from 'node:fs';

  answerParent(({ pipe, how }, tell) => {
    tell(process.pid);
    setImmediate(() => {
      ${Object.entries(waits)
        .map(([how, code]) => `if (how === ${JSON.stringify(how)}) ${code};`)
        .join('\n')}
    });
    return new Promise(() => undefined);
  });
`);

/** Starts a worker, prints its process id, and waits. */
const parent = programThat(`
  import { WorkerProcess } from './main/host/workers/index.ts';

  const [program, pipe, how] = process.argv.slice(2);
  const worker = new WorkerProcess('waiting', { memory: 2_000, program });
  void worker.ask({ pipe, how }, { onProgress: (pid) => console.log(pid) });
`);

/** Whether a process exists and has not ended. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
    return !stdout.startsWith('Z');
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a worker process', () => {
  it.each(Object.keys(waits))('that waits for %s ends when its parent is killed', async (how) => {
    const folder = temporaryFolder();
    const pipe = join(folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const program = fileURLToPath(await parent());
    const starting = spawn(process.execPath, [program, fileURLToPath(await waiting()), pipe, how]);
    onTestFinished(() => void starting.kill('SIGKILL'));
    const [printed] = (await once(starting.stdout, 'data')) as [Buffer];
    const pid = Number(printed.toString());
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
    expect(isRunning(pid)).toBe(true);

    starting.kill('SIGKILL');

    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});

describe('WorkerProcess', () => {
  it('answers one question after another', async () => {
    const one = await worker();

    expect(await Promise.all([one.ask({ say: 'a' }), one.ask({ say: 'b' })])).toEqual([1, 2]);
    expect(await one.ask({ say: 'c' })).toBe(3);
  });

  it('reports progress while it answers', async () => {
    const one = await worker();
    const heard: number[] = [];

    await one.ask({ say: 'count' }, { onProgress: (step) => heard.push(step) });

    expect(heard).toEqual([1, 2, 3]);
  });

  it.each([
    ['grow', 'memory'],
    ['list', 'memory'],
    ['split', 'memory'],
    // Memory outside the heap.
    ['hoard', 'memory'],
    ['abort', 'memory'],
    ['leave', 'ended'],
    ['orphan', 'ended'],
  ])(
    'reports the cause when the process ends on "%s" and starts another for the next question',
    async (say, why) => {
      const one = await worker();
      const [ended, next] = await Promise.allSettled([one.ask({ say }), one.ask({ say: 'a' })]);

      expect(ended).toMatchObject({ reason: { why } });
      expect(next).toMatchObject({ value: 1 });
    },
  );

  it('rejects with the error that the worker threw', async () => {
    const one = await worker();

    await expect(one.ask({ say: 'break' })).rejects.toEqual(new RangeError('boo'));
  });

  it('ends the process when an answer takes longer than its time limit', async () => {
    const one = await worker();
    const [ended, next] = await Promise.allSettled([
      one.ask({ say: 'hang' }, { time: 500 }),
      one.ask({ say: 'a' }),
    ]);

    expect(ended).toMatchObject({ reason: { why: 'time' } });
    expect(next).toMatchObject({ value: 1 });
  });

  it('ends the process of a cancelled question, and never asks a waiting one', async () => {
    const one = await worker();
    const cancelled = new AbortController();
    const open = [one.ask({ say: 'hang' }, { cancel: cancelled.signal })];
    open.push(one.ask({ say: 'leave' }, { cancel: cancelled.signal }));
    cancelled.abort();

    for (const question of open) await expect(question).rejects.toMatchObject({ why: 'cancelled' });
    expect(await one.ask({ say: 'a' })).toBe(1);
  });

  it('rejects all questions as cancelled when it is disposed', async () => {
    const one = await worker(2);
    const before = process.listeners('exit');
    const open = [one.ask({ say: 'wait' }), one.ask({ say: 'wait' }), one.ask({ say: 'a' })];
    one[Symbol.dispose]();

    for (const question of [...open, one.ask({ say: 'a' })])
      await expect(question).rejects.toMatchObject({ why: 'cancelled' });
    await expect
      .poll(() => process.listeners('exit').filter((listener) => !before.includes(listener)))
      .toEqual([]);
  });

  it('asks several questions at once when atOnce is 2', async () => {
    const one = await worker(2);
    const waiting = one.ask({ say: 'wait' });

    expect(await one.ask({ say: 'a' })).toBe(1);
    one[Symbol.dispose]();
    await expect(waiting).rejects.toMatchObject({ why: 'cancelled' });
  });
});
