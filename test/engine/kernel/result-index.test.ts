import { describe, expect, it } from 'vitest';
import { ResultIndex } from '../../../engine/kernel/result-index.ts';
import { eventId } from '../../../engine/model/values/ids.ts';
import type { LogEntry, Outcome } from '../../../engine/model/log-entry.ts';
import { instant } from '../../../engine/model/values/time.ts';

const done = (value: string): Outcome => ({ status: 'done', value });

const placed = (event: string) => ({
  ...{ index: 0, time: instant(0), due: instant(0), event: eventId(event), causes: [], changes: [] },
});

const look = (event: string, attempt: number): LogEntry => ({
  ...{ ...placed(event), kind: 'condition', name: event, attempt, verdict: 'waiting' },
  outcome: done(`${event} ${attempt}`),
});

const check = (event: string, attempt: number): LogEntry => ({
  ...{
    ...placed(event),
    kind: 'validation',
    attempt,
    verdict: 'waiting',
    achieved: [],
    open: [],
    tripped: [],
  },
  outcome: done(`${event} ${attempt}`),
});

describe('answers', () => {
  it('go for a condition by the name of each look, and not by its id', () => {
    const answers = new ResultIndex([look('tea', 1), look('cake', 1), look('tea', 2)]);

    expect(answers.get('tea-CHECK_1')).toBe('tea 2');
    expect(answers.get('cake-CHECK_0')).toBe('cake 1');
    for (const name of ['tea', 'tea-CHECK_2', 'tea-CHECK_01', 'milk-CHECK_0'])
      expect(answers.get(name), name).toBeUndefined();
  });

  it('count in the id of a condition that has its place for the number', () => {
    const answers = new ResultIndex([look('CHECK_0-tea', 1), look('CHECK_0-tea', 2)]);

    expect(answers.get('CHECK_1-tea')).toBe('CHECK_0-tea 2');
    expect(answers.get('CHECK_0-tea-CHECK_0')).toBeUndefined();
  });

  it('are for a validation that of its first look', () => {
    expect(new ResultIndex([check('tea', 1), check('tea', 2)]).get('tea')).toBe('tea 1');
  });

  it('are null of what failed', () => {
    const error = { type: 'ValueError', message: 'no milk' };
    const broken = { ...look('tea', 1), outcome: { status: 'failed', error } } as LogEntry;

    expect(new ResultIndex([broken]).get('tea-CHECK_0')).toBeNull();
  });

  it('are taken in as the log goes on, and are nothing of what was not carried out', () => {
    const answers = new ResultIndex([]);
    answers.add({ ...placed('end'), kind: 'stop', outcome: { status: 'done', value: null } });
    answers.add(check('tea', 1));

    expect(answers.get('end')).toBeUndefined();
    expect(answers.get('tea')).toBe('tea 1');
  });
});
