import { describe, expect, it } from 'vitest';
import { VerdictTracker, withCheck } from '../../../engine/validation/validation.ts';
import type { ValidationEvent } from '../../../engine/model/event.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import type { ValidationEntry } from '../../../engine/model/log-entry.ts';
import { after, instant, seconds } from '../../../engine/model/values/time.ts';

const tea = eventId('tea');

const validation: ValidationEvent = {
  kind: 'validation',
  id: tea,
  place: undefined,
  every: 1,
  timeout: undefined,
  timing: { kind: 'from-start', delay: seconds(0) },
  milestones: ['drawn', 'poured'].map((name) => ({ name, holds: () => false })),
  minefields: [{ name: 'spilt', holds: () => false }],
};

/** The entry of check number `index`, with the milestones `achieved` so far. */
function look(index: number, achieved: readonly string[], tripped: readonly string[] = []): ValidationEntry {
  const time = after(instant(0), seconds(index));
  return {
    index,
    time,
    due: time,
    event: tea,
    causes: [],
    changes: [],
    kind: 'validation',
    attempt: index + 1,
    achieved,
    tripped,
    verdict: tripped.length > 0 ? 'failed' : 'waiting',
    open: ['drawn', 'poured'].filter((name) => !achieved.includes(name)),
    outcome: { status: 'done', value: { success: false, achieved } },
  };
}

describe('VerdictTracker', () => {
  it('keeps only the checks that changed something and the last one', () => {
    const looks = [look(0, []), look(1, []), look(2, ['drawn']), look(3, ['drawn']), look(4, ['drawn'])];

    expect(looks.reduce<readonly ValidationEntry[]>(withCheck, []).map(({ index }) => index)).toEqual([2, 4]);
  });

  it('names the entry that decided each check', () => {
    const judge = new VerdictTracker();
    const looks = [look(0, []), look(1, ['drawn']), look(2, ['drawn']), look(3, ['drawn'], ['spilt'])];
    for (const one of looks) judge.add(one, validation);

    expect(judge.lastCheck(tea)).toBe(looks[3]);
    expect(judge.verdict([validation])).toMatchObject({
      passed: false,
      checks: [
        { check: 'drawn', status: 'reached', entry: 1 },
        { check: 'poured', status: 'missed', entry: 3 },
        { check: 'spilt', status: 'tripped', entry: 3 },
      ],
      shortfalls: [{ reason: 'minefield', entry: 3 }],
    });
  });

  it('reports a validation that was never checked', () => {
    expect(new VerdictTracker().verdict([validation])).toMatchObject({
      checks: [{ status: 'not-checked' }, { status: 'not-checked' }, { status: 'not-checked' }],
      shortfalls: [{ reason: 'never_checked', entry: undefined }],
    });
  });
});
