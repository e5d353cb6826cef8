import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { report, runFolder } from './runner/run-cases.ts';

const results = runFolder(join(import.meta.dirname, 'cases'));
/** Written here, of rules that no case of the reference's touches, with what the reference would do. */
const own = runFolder(join(import.meta.dirname, 'own-cases'));
/** Of the reference's judge. */
const judged = runFolder(join(import.meta.dirname, 'judge-cases'));
const all = [...results, ...own, ...judged];
const quirks = all.filter(({ quirk }) => quirk);
const explained = [
  ...readFileSync(join(import.meta.dirname, 'differences.md'), 'utf8').matchAll(/^### `(.+)`$/gm),
].map(([, name]) => name!);

describe('the engine does what the reference does', () => {
  it.each(all.filter(({ quirk }) => !quirk).map((result) => [result.name, result] as const))(
    '%s',
    (_name, { difference }) => {
      expect(difference).toBeUndefined();
    },
  );
});

describe('where the reference is plainly wrong', () => {
  it.each(quirks.map((result) => [result.name, result] as const))(
    '%s is equal or explained',
    (name, { difference }) => {
      expect(difference !== undefined).toBe(explained.includes(name));
    },
  );

  it('explains no case that is not there', () => {
    const names = quirks.map(({ name }) => name);

    expect(explained.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(explained).size).toBe(explained.length);
  });
});

describe('a report', () => {
  it('ends with the counts', () => {
    expect(report(results).slice(-2)).toEqual(['quirk cases: 5 equal, 28 different', '80 passed, 0 failed']);
    expect(report(judged).slice(-2)).toEqual(['quirk cases: 37 equal, 5 different', '198 passed, 0 failed']);
  });
});
