import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepPassed, keyOfCheckout, readPassed } from '../../../scripts/check/passed.mjs';
import { emptyFolder } from '../folders.ts';

function checkout(): string {
  const root = emptyFolder();
  mkdirSync(join(root, 'engine'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'engine/index.ts'), 'export {};');
  writeFileSync(join(root, '.oxlintrc.json'), '{}');
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{}');
  return root;
}

describe('keyOfCheckout()', () => {
  it('is the same for the same files, whatever was built', () => {
    const root = checkout();
    const before = keyOfCheckout(root);
    mkdirSync(join(root, 'out'));
    writeFileSync(join(root, 'out/index.js'), '');
    writeFileSync(join(root, '.oxlintrc.json'), '{}');

    expect(keyOfCheckout(root)).toBe(before);
    expect(keyOfCheckout(checkout())).toBe(before);
  });

  it.each([
    ['a file changes', 'engine/index.ts', 'export { };'],
    ['a setting changes', '.oxlintrc.json', '[]'],
    ['a file is added', 'engine/run.ts', ''],
    ['a package changes', 'node_modules/.package-lock.json', '[]'],
  ])('is another one when %s', (_, file, text) => {
    const root = checkout();
    const before = keyOfCheckout(root);
    writeFileSync(join(root, file), text);

    expect(keyOfCheckout(root)).not.toBe(before);
  });

  it('is another one when a file is renamed or removed', () => {
    const root = checkout();
    const keys = [keyOfCheckout(root)];
    renameSync(join(root, 'engine/index.ts'), join(root, 'engine/run.ts'));
    keys.push(keyOfCheckout(root));
    rmSync(join(root, 'engine/run.ts'));
    keys.push(keyOfCheckout(root));

    expect(new Set(keys).size).toBe(3);
  });
});

describe('keepPassed()', () => {
  it('adds keys, and drops those that have been there longest', () => {
    const path = join(emptyFolder(), 'cache/passed');
    keepPassed(path, ['lint', 'dead'], 3);
    keepPassed(path, ['layers', 'lint', 'strings'], 3);

    expect([...readPassed(path)]).toEqual(['layers', 'lint', 'strings']);
  });
});

it('readPassed() knows nothing without a file', () => {
  expect(readPassed(join(emptyFolder(), 'passed')).size).toBe(0);
});
