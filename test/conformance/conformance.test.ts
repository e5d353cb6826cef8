import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { explanationsIn, report, runFolder } from './runner/run-cases.ts';

const results = runFolder(join(import.meta.dirname, 'cases'));
/** Cases written for Orrery about rules that no reference case covers, with the results that the reference would give. */
const own = runFolder(join(import.meta.dirname, 'own-cases'));
/** Cases of the reference's judge. */
const judged = runFolder(join(import.meta.dirname, 'judge-cases'));
const explanations = explanationsIn(readFileSync(join(import.meta.dirname, 'differences.md'), 'utf8'));
/** Cases, calls and traces found by random tests that ran in both the reference and Orrery. */
const found = runFolder(join(import.meta.dirname, 'found-cases'), explanations);
const all = [...results, ...own, ...judged];
const quirks = all.filter(({ quirk }) => quirk);
const explained = [...explanations.keys()];

describe('the engine compared with the reference', () => {
  it.each(all.filter(({ quirk }) => !quirk).map((result) => [result.name, result] as const))(
    'gives the recorded results of case %s',
    (_name, { difference }) => {
      expect(difference).toBeUndefined();
    },
  );
});

describe('cases in which the reference has an obvious bug', () => {
  it.each(quirks.map((result) => [result.name, result] as const))(
    'gives the recorded results or has an explanation: %s',
    (name, { difference }) => {
      expect(difference !== undefined).toBe(explained.includes(name));
    },
  );

  it('have explanations only for existing cases, one for each case', () => {
    const names = quirks.map(({ name }) => name);

    expect(explained.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(explained).size).toBe(explained.length);
  });
});

describe('cases that random testing found', () => {
  it.each(found.map((result) => [result.name, result] as const))(
    'gives the recorded results or is a stated difference: %s',
    (_name, { difference, stated }) => {
      if (stated === undefined) expect(difference).toBeUndefined();
      else expect(difference).toBeDefined();
    },
  );

  it('include stated differences only in the listed cases', () => {
    expect(found.filter(({ stated }) => stated !== undefined).map(({ name }) => name)).toEqual([
      'chat-download-of-an-empty-file.calls',
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

describe('report()', () => {
  it('ends with the counts of equal, different, passed and failed cases', () => {
    expect(report(results).slice(-2)).toEqual(['quirk cases: 5 equal, 28 different', '80 passed, 0 failed']);
    expect(report(judged).slice(-2)).toEqual(['quirk cases: 37 equal, 5 different', '198 passed, 0 failed']);
  });
});
