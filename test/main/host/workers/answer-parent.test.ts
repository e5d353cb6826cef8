import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { Child, type Ending } from '../../../../main/host/workers/worker-process.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const PARENT = readFileSync(
  new URL('../../../../main/host/workers/answer-parent.ts', import.meta.url),
  'utf8',
);

/** What a child answers to `question`, or how it ends. It leaves on "leave", takes all there is on "hoard", breaks on all that has no word. */
function answerTo(question: { readonly word?: string }): Promise<unknown> {
  const folder = temporaryFolder({
    'parent.mjs': transformSync(PARENT, { loader: 'ts' }).code,
    'child.mjs': `
      import { answerParent } from './parent.mjs';
      answerParent(async ({ word }, tell) => {
        if (word === 'leave') process.disconnect();
        if (word === 'hoard') for (const all = []; ; ) all.push(new Uint8Array(1e7).fill(1));
        else tell(word.toUpperCase());
      });
      setInterval(() => undefined, 1_000);
    `,
  });
  return new Promise((resolve) => {
    const child = new Child<{ readonly word?: string }, string>(
      pathToFileURL(join(folder, 'child.mjs')),
      { memory: 32 },
      {
        answered: (answer) => {
          child[Symbol.dispose]();
          resolve(answer);
        },
        ended: (how: Ending) => {
          resolve(how);
        },
      },
    );
    child.ask(question);
  });
}

describe('a child that answers its parent', () => {
  it('is asked and tells', async () => {
    expect(await answerTo({ word: 'soup' })).toBe('SOUP');
  });

  it('tells what broke it', async () => {
    expect(await answerTo({})).toBeInstanceOf(TypeError);
  });

  it('ends when it takes more memory than it may, though not of its heap', async () => {
    expect(await answerTo({ word: 'hoard' })).toBe('memory');
  });

  it('ends when its parent is no longer there', async () => {
    expect(await answerTo({ word: 'leave' })).toBe('gone');
  });
});
