import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Child, type Ending } from '../../../../main/host/workers/worker-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

/** How a child that runs `code` ends, and what it answers before. */
function lifeOf(code: string): Promise<{ readonly answers: readonly unknown[]; readonly how: Ending }> {
  const file = join(temporaryFolder({ 'child.mjs': code }), 'child.mjs');
  const answers: unknown[] = [];
  return new Promise((resolve) => {
    const listener = {
      answered: (answer: unknown) => void answers.push(answer),
      ended: (how: Ending) => {
        resolve({ answers, how });
      },
    };
    new Child(pathToFileURL(file), { memory: 32, args: ['r1'] }, listener);
  });
}

describe('a child', () => {
  it.each([
    ['grows', 'const all = []; for (;;) all.push({ a: all.length });'],
    ['has one list that is too long', 'Array(1e8).fill(0);'],
    ['has one list that no machine has room for', "'x'.repeat(5e8).split('');"],
  ])('that %s ends for want of memory', async (_, code) => {
    expect(await lifeOf(code)).toMatchObject({ how: 'memory' });
  });

  it('is heard to its end', async () => {
    expect(await lifeOf('process.send(process.argv[2], () => process.exit());')).toEqual({
      answers: ['r1'],
      how: 'gone',
    });
  });

  it('that was broken ends with what broke it', async () => {
    const code = 'process.send({ broken: new RangeError("boo") }, () => process.exit(1));';

    expect(await lifeOf(code)).toEqual({ answers: [], how: new RangeError('boo') });
  });

  it('that is ended is not heard of any more', async () => {
    const file = join(
      temporaryFolder({ 'child.mjs': 'setInterval(() => process.send(1), 1);' }),
      'child.mjs',
    );
    const heard: unknown[] = [];
    const exits = process.listenerCount('exit');
    await new Promise<void>((resolve) => {
      const child = new Child(
        pathToFileURL(file),
        { memory: 32 },
        {
          answered: (answer) => {
            heard.push(answer);
            child[Symbol.dispose]();
            resolve();
          },
          ended: (how) => void heard.push(how),
        },
      );
    });

    await expect.poll(() => process.listenerCount('exit')).toBe(exits);
    expect(heard).toEqual([1]);
  });
});
