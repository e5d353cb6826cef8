import { describe, expect, it, onTestFinished } from 'vitest';
import { WorkerProcess } from '../../../../main/host/workers/index.ts';
import { workerThat } from './worker-program.ts';

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
