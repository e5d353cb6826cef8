import { describe, expect, it } from 'vitest';
import { type Outcome, shownResult, statusText } from '../../../engine/model/index.ts';

describe('statusText() and shownResult()', () => {
  it.each<[Outcome, string, unknown]>([
    [{ status: 'done', value: { id: 3 } }, 'done', { id: 3 }],
    [{ status: 'failed', error: { type: 'KeyError', message: 'inbox' } }, 'failed', 'KeyError: inbox'],
    [{ status: 'skipped', reason: 'not asked' }, 'skipped', 'not asked'],
    [{ status: 'no-result' }, 'no result recorded', 'No result recorded'],
  ])('say what came of a call: %o', (outcome, word, result) => {
    expect(statusText(outcome.status)).toBe(word);
    expect(shownResult(outcome)).toEqual(result);
  });
});
