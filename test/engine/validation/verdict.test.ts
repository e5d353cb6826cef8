import { describe, expect, it } from 'vitest';
import { appName } from '../../../engine/model/values/ids.ts';
import { fromSeconds } from '../../../engine/model/values/time.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import {
  decidingEntry,
  type FinalStateExpectation,
  namedVerdictParts,
} from '../../../engine/model/verdict.ts';
import { combineVerdict, compareFinalStates } from '../../../engine/validation/index.ts';

const NONE = { passed: true, checks: [], shortfalls: [] };
const failing = { ...NONE, passed: false, shortfalls: [{ message: 'the soup was cold', entry: 4 }] };
const passed = { outcome: 'passed', sentence: 'All was found.' } as const;
const open = { outcome: 'not-judged', sentence: 'A text was not judged.' } as const;
const finalState = { outcome: 'passed', sentence: 'It ends the same.', apps: [] } as const;

describe('combineVerdict()', () => {
  it('fails when any part fails and is not judged when a part is not judged', () => {
    expect(combineVerdict({ checks: failing, judge: open, finalState })).toMatchObject({
      outcome: 'failed',
      sentence: 'The soup was cold.',
    });
    expect(combineVerdict({ checks: NONE, judge: open, finalState })).toMatchObject(open);
    expect(combineVerdict({ checks: NONE, judge: passed, finalState }).outcome).toBe('passed');
  });

  it('applies the verdict rule of the scenario', () => {
    const parts = { checks: failing, judge: open, finalState };

    expect(combineVerdict({ ...parts, rule: { need: 'any' } }).outcome).toBe('passed');
    expect(combineVerdict({ ...parts, rule: { need: 'all', of: ['judge'] } }).outcome).toBe('not-judged');
  });

  it('is not judged when nothing was checked or a person stopped the run', () => {
    expect(combineVerdict({ checks: NONE })).toMatchObject({
      outcome: 'not-judged',
      sentence: expect.stringContaining('Nothing was checked') as string,
    });
    expect(combineVerdict({ checks: failing, isStopped: true }).outcome).toBe('not-judged');
  });
});

describe('namedPartsOf()', () => {
  it('lists the parts and whether they count, and nothing when a single part decides', () => {
    const rule = { need: 'all', of: ['final-state'] } as const;

    expect(namedVerdictParts(combineVerdict({ checks: NONE, judge: open }))).toEqual([]);
    expect(namedVerdictParts(combineVerdict({ checks: failing, judge: open, finalState, rule }))).toEqual([
      { part: 'checks', outcome: 'failed', counts: false },
      { part: 'judge', ...open, counts: false },
      { part: 'final-state', outcome: 'passed', sentence: finalState.sentence, counts: true },
    ]);
  });
});

describe('decidingEntry()', () => {
  it('is the entry that the sentence is about: that of the first shortfall or of the judge', () => {
    const more = [...failing.shortfalls, { message: 'the guest left', entry: 7 }];
    const judge = { outcome: 'failed', sentence: 'A call is missing.', entry: 9 } as const;
    const rule = { need: 'all', of: ['judge'] } as const;

    expect(decidingEntry(combineVerdict({ checks: failing }))).toBe(4);
    expect(decidingEntry(combineVerdict({ checks: { ...failing, shortfalls: more } }))).toBe(4);
    expect(decidingEntry(combineVerdict({ checks: failing, judge, rule }))).toBe(9);
  });

  it('is undefined for a sentence that is about no entry', () => {
    expect(decidingEntry(combineVerdict({ checks: NONE, judge: passed }))).toBeUndefined();
    expect(decidingEntry(combineVerdict({ checks: failing, isStopped: true }))).toBeUndefined();
  });
});

const ID = 'a'.repeat(32);
const OTHER_ID = 'b'.repeat(32);
const NOW = 1_767_600_000;

function differences(oracle: Json, run: Json, expectation: FinalStateExpectation = {}): readonly string[] {
  const mail = appName('mail');
  const { apps } = compareFinalStates(
    expectation,
    { states: { [mail]: oracle }, times: [fromSeconds(NOW)] },
    { states: { [mail]: run }, times: [fromSeconds(NOW + 60)] },
  );
  return apps.flatMap((app) => app.differences.map(({ path }) => path.join('.')));
}

describe('compareFinalStates()', () => {
  it.each<[string, Json, Json]>([
    ['generated ids', { sent: [{ id: ID, to: 'Ada' }] }, { sent: [{ id: OTHER_ID, to: 'Ada' }] }],
    ['keys that are generated ids', { sent: { [ID]: 'Ada' } }, { sent: { [OTHER_ID]: 'Ada' } }],
    ['the order of lists', [{ to: 'Ada' }, { to: 'Bo' }], [{ to: 'Bo' }, { to: 'Ada' }]],
    ['when something was written', { timestamp: NOW }, { timestamp: NOW + 60 }],
  ])('ignores %s', (_what, oracle, run) => {
    expect(differences(oracle, run)).toEqual([]);
  });

  it.each<[string, Json, Json, string]>([
    [
      'another value',
      { sent: [{ to: 'Ada', text: 'x' }] },
      { sent: [{ to: 'Ada', text: 'y' }] },
      'sent.0.text',
    ],
    ['a missing item', { sent: ['Ada', 'Bo'] }, { sent: ['Bo'] }, 'sent.0'],
    [
      'a record more',
      { sent: [{ mail_id: 'a', to: 'Ada' }] },
      { sent: [{ mail_id: 'b', to: 'Ada' }] },
      'sent.0,sent.0',
    ],
    ['an item more', { sent: ['Ada'] }, { sent: ['Bo', 'Ada'] }, 'sent.0'],
    ['a time that no entry has', { timestamp: NOW }, { timestamp: NOW + 1 }, 'timestamp'],
    ['a small number', { quantity: 10 }, { quantity: 20 }, 'quantity'],
  ])('reports %s', (_what, oracle, run, place) => {
    expect(differences(oracle, run)).toEqual(place.split(','));
  });

  it('compares only what the expectation includes', () => {
    const [oracle, run] = [
      { sent: [{ read: true, to: 'Ada' }], theme: 1 },
      { sent: [{ read: false, to: 'Ada' }], theme: 2 },
    ];

    expect(differences(oracle, run, { only: ['mail.sent'] })).toEqual(['sent.0.read']);
    expect(differences(oracle, run, { except: ['mail.sent.*.read', 'mail.theme'] })).toEqual([]);
    expect(differences({ sent: ['Ada'] }, { sent: ['Bo', 'Ada'] }, { allowExtra: true })).toEqual([]);
  });
});
