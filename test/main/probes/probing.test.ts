import { describe, expect, it } from 'vitest';
import type { RunId } from '../../../engine/model/ids.ts';
import { Probing } from '../../../main/probes/probing.ts';

/** A thread that answers with the number of questions it was asked, but for what it is told to do by name. */
const CODE = `
  import { parentPort } from 'node:worker_threads';
  let asked = 0;
  const found = () => ({ kind: 'found', next: ++asked, entries: new Int32Array(), values: '[]' });
  parentPort.on('message', ({ expression }) => {
    if (expression === 'exit') process.exit();
    if (expression === 'throw') throw new RangeError('boo');
    if (expression === 'refuse') parentPort.postMessage({ kind: 'refused', code: 'bad-expression', message: 'no' });
    else if (expression !== 'keep silent') parentPort.postMessage(found());
    if (expression === 'throw later') setImmediate(() => { throw new RangeError('boo'); });
  });
`;

const probing = (): Probing =>
  new Probing('runs.db', new URL(`data:text/javascript,${encodeURIComponent(CODE)}`));

const ask = (one: Probing, expression: string): Promise<unknown> =>
  one.follow({ run: 'r1' as RunId, expression, from: -1 });

describe('the thread of probes', () => {
  it('answers one question after another', async () => {
    using one = probing();

    expect(await Promise.all([ask(one, 'a'), ask(one, 'b')])).toMatchObject([{ next: 1 }, { next: 2 }]);
  });

  it('refuses in the words of the thread', async () => {
    using one = probing();

    await expect(ask(one, 'refuse')).rejects.toMatchObject({ code: 'bad-expression', message: 'no' });
  });

  it.each([
    ['throw', 'boo'],
    ['exit', 'exit: found its thread ended, wanted an expression that answers'],
  ])('that ends on "%s" says so at once, and another begins', async (expression, message) => {
    using one = probing();

    const [ended, next] = await Promise.allSettled([ask(one, expression), ask(one, 'a')]);

    expect(ended).toMatchObject({ reason: { message } });
    expect(next).toMatchObject({ value: { next: 1 } });
  });

  it('that throws once it has answered leaves the program and its next question alone', async () => {
    using one = probing();
    // What it throws may be told of before its answer: they come by ways of their own.
    await ask(one, 'throw later').catch(() => undefined);

    await expect.poll(() => ask(one, 'a').catch(() => undefined)).toMatchObject({ next: 1 });
  });

  it('is not begun once it is closed, and whoever waits is told', async () => {
    const one = probing();
    const [first, second] = [ask(one, 'keep silent'), ask(one, 'a')];
    // A question is put in the turn after the one it is asked in.
    await Promise.resolve();
    one[Symbol.dispose]();

    for (const waiting of [first, second])
      await expect(waiting).rejects.toMatchObject({ code: 'probe-ended' });
  });
});
