import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { PROJECT } from './sample-workspace.ts';

const DOCS = join(PROJECT, 'docs');
const EXAMPLES = join(DOCS, 'examples');

/** One example on the page: its file, its text, and its output. */
const EXAMPLE = /\[`([\w-]+\.mjs)`\]\(examples\/\1\)\n\n```js\n([^]*?)```\n(?:\n```text\n([^]*?)```\n)?/g;

const shown = [...readFileSync(join(DOCS, 'engine.md'), 'utf8').matchAll(EXAMPLE)].map(
  ([, file, text, output]) => ({ file: file!, text: text!, output: output ?? '' }),
);

describe("the page on 'orrery/engine'", () => {
  it('shows every example', () => {
    expect(shown.map(({ file }) => file).sort()).toEqual(readdirSync(EXAMPLES).sort());
  });

  it.each(shown)('shows $file and what it prints', ({ file, text, output }) => {
    expect(text).toBe(readFileSync(join(EXAMPLES, file), 'utf8'));

    const { stdout, stderr } = spawnSync(process.execPath, [join(EXAMPLES, file)], { encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: output, stderr: '' });
  });
});
