import { describe, expect, it } from 'vitest';
import { ResultIndex } from '../../../engine/kernel/results.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import type { LogEntry } from '../../../engine/model/log-entry.ts';
import type { Outcome } from '../../../engine/model/outcome.ts';
import { instant } from '../../../engine/model/values/time.ts';

const done = (value: string): Outcome => ({ status: 'done', value });

const placed = (event: string) => ({
  index: 0,
  time: instant(0),
  due: instant(0),
  event: eventId(event),
  causes: [],
  changes: [],
});

const look = (event: string, attempt: number): LogEntry => ({
  ...placed(event),
  kind: 'condition',
  name: event,
  attempt,
  verdict: 'waiting',
  outcome: done(`${event} ${attempt}`),
});

const check = (event: string, attempt: number): LogEntry => ({
  ...placed(event),
  kind: 'validation',
  attempt,
  verdict: 'waiting',
  achieved: [],
  open: [],
  tripped: [],
  outcome: done(`${event} ${attempt}`),
});

describe('ResultIndex', () => {
  it('finds the result of a condition by the id of each check, not by the event id', () => {
    const answers = new ResultIndex([look('tea', 1), look('cake', 1), look('tea', 2)]);

    expect(answers.get('tea-CHECK_1')).toBe('tea 2');
    expect(answers.get('cake-CHECK_0')).toBe('cake 1');
    for (const name of ['tea', 'tea-CHECK_2', 'tea-CHECK_01', 'milk-CHECK_0'])
      expect(answers.get(name), name).toBeUndefined();
  });

  it('inserts the check number where the condition id has a placeholder for it', () => {
    const answers = new ResultIndex([look('CHECK_0-tea', 1), look('CHECK_0-tea', 2)]);

    expect(answers.get('CHECK_1-tea')).toBe('CHECK_0-tea 2');
    expect(answers.get('CHECK_0-tea-CHECK_0')).toBeUndefined();
  });

  it('returns the result of the first check for a validation', () => {
    expect(new ResultIndex([check('tea', 1), check('tea', 2)]).get('tea')).toBe('tea 1');
  });

  it('returns null for a failed check', () => {
    const error = { type: 'ValueError', message: 'no milk' };
    const broken = { ...look('tea', 1), outcome: { status: 'failed', error } } as LogEntry;

    expect(new ResultIndex([broken]).get('tea-CHECK_0')).toBeNull();
  });

  it('indexes added entries and returns undefined for a stop event', () => {
    const answers = new ResultIndex([]);
    answers.add({ ...placed('end'), kind: 'stop', outcome: { status: 'done', value: null } });
    answers.add(check('tea', 1));

    expect(answers.get('end')).toBeUndefined();
    expect(answers.get('tea')).toBe('tea 1');
  });
});
