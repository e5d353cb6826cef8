import { describe, expect, it } from 'vitest';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import { ProbeQueries } from '../../../../main/host/probes/probe-queries.ts';
import { workerThat } from '../workers/worker-program.ts';

/** Answers with the number of questions asked so far, or does what the expression says. */
const worker = workerThat(`
  import { ProblemError } from './main/host/system/problem.ts';
  let asked = 0;
  answerParent(({ expression }) => {
    if (expression === 'exit') process.exit();
    if (expression === 'abort') process.abort();
    if (expression === 'refuse') throw new ProblemError('bad-expression', 'no');
    if (expression === 'keep silent') return new Promise(() => setInterval(() => undefined, 1_000));
    if (expression === 'end later') setTimeout(() => process.exit(), 10);
    return { next: ++asked, entries: new Int32Array(), values: '[]' };
  });
`);

const probing = async (): Promise<ProbeQueries> => new ProbeQueries('runs.db', await worker());

const ask = (one: ProbeQueries, expression: string): Promise<unknown> =>
  one.valuesInSlice({ run: 'r1' as RunId, expression, from: -1 });

describe('ProbeQueries', () => {
  it('answers one question after another', async () => {
    using one = await probing();

    expect(await Promise.all([ask(one, 'a'), ask(one, 'b')])).toMatchObject([{ next: 1 }, { next: 2 }]);
  });

  it('passes on the problem that the probe process throws', async () => {
    using one = await probing();

    await expect(ask(one, 'refuse')).rejects.toMatchObject({ code: 'bad-expression', message: 'no' });
  });

  it.each([
    ['abort', 'abort needs more than 512 MB of memory. Write an expression that needs less.'],
    ['exit', 'exit: not answered, because its process ended'],
  ])(
    'rejects when the process ends on "%s", and answers the next from a new process',
    async (expression, message) => {
      using one = await probing();

      const [ended, next] = await Promise.allSettled([ask(one, expression), ask(one, 'a')]);

      expect(ended).toMatchObject({ reason: { message } });
      expect(next).toMatchObject({ value: { next: 1 } });
    },
  );

  it('starts a new process when the last one exited between two questions', async () => {
    using one = await probing();
    await ask(one, 'end later');

    await expect.poll(() => ask(one, 'a').catch(() => undefined)).toMatchObject({ next: 1 });
  });

  it('rejects the waiting questions when it is disposed', async () => {
    const one = await probing();
    const [first, second] = [ask(one, 'keep silent'), ask(one, 'a')];
    // A question is sent in the turn after the one it is asked in.
    await Promise.resolve();
    one[Symbol.dispose]();

    for (const waiting of [first, second])
      await expect(waiting).rejects.toMatchObject({ code: 'probe-ended' });
  });
});
