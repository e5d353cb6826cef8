import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explanationsIn, report, runFolder } from './runner/run-cases.ts';

const results = runFolder(join(import.meta.dirname, 'cases'));
/** Written here, of rules that no case of the reference's touches, with what the reference would do. */
const own = runFolder(join(import.meta.dirname, 'own-cases'));
/** Of the reference's judge. */
const judged = runFolder(join(import.meta.dirname, 'judge-cases'));
const explanations = explanationsIn(readFileSync(join(import.meta.dirname, 'differences.md'), 'utf8'));
/** Found by random cases, calls and traces that both the reference and ours ran. */
const found = runFolder(join(import.meta.dirname, 'found-cases'), explanations);
const all = [...results, ...own, ...judged];
const quirks = all.filter(({ quirk }) => quirk);
const explained = [...explanations.keys()];

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

describe('what random cases found', () => {
  it.each(found.map((result) => [result.name, result] as const))(
    '%s is equal or a stated difference',
    (_name, { difference, stated }) => {
      if (stated === undefined) expect(difference).toBeUndefined();
      else expect(difference).toBeDefined();
    },
  );

  it('differs on purpose in these only', () => {
    expect(found.filter(({ stated }) => stated !== undefined).map(({ name }) => name)).toEqual([
      'date-two-spaces.calls',
      'discount-int.calls',
      'join-on-an-absolute-time-never-reached',
      'late-absolute-time-message.trace',
      'price-int.calls',
      'rerun-with-delayed-and-time',
      'ride-delay-history-time.calls',
      'stop-on-a-join-queued-twice',
      'wait-with-an-overdue-event',
    ]);
  });
});

describe('a report', () => {
  it('ends with the counts', () => {
    expect(report(results).slice(-2)).toEqual(['quirk cases: 5 equal, 28 different', '80 passed, 0 failed']);
    expect(report(judged).slice(-2)).toEqual(['quirk cases: 37 equal, 5 different', '198 passed, 0 failed']);
  });
});
