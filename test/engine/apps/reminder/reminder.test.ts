import { describe, expect, it } from 'vitest';
import { reminderApp } from '../../../../engine/apps/reminder/reminder.ts';
import { toSeconds } from '../../../../engine/model/values/time.ts';
import { AppUnderTest } from '../app-under-test.ts';

const soup = { title: 'Soup', due_datetime: '2026-01-05 12:00:00', description: 'Stir' };

describe('reminders', () => {
  it('are next due at the earliest time without a notification', () => {
    const { alarm, state } = reminderApp();
    const reminder = (due: number): object => ({ due, time_notified: null });
    const reminders = Object.fromEntries(
      Array.from({ length: 150_000 }, (_, at) => [at, reminder(9_000 - at / 100)]),
    );

    expect(toSeconds(alarm!.next({ ...state, reminders } as never)!)).toBe(7_500.01);
    expect(alarm!.next(state)).toBeUndefined();
  });

  it('may have a due date after the last instant that a run can reach', () => {
    const app = new AppUnderTest(reminderApp());
    app.ask('add_reminder', { ...soup, due_datetime: '9999-12-31 23:59:59' });
    const { alarm } = reminderApp();

    expect(alarm!.next(app.state)).toBeUndefined();
    expect(app.ask('get_all_reminders')).toEqual([
      'Reminder: Soup\nDescription: Stir\nDue Date: 9999-12-31 23:59:59+00:00',
    ]);
    expect(app.ask('get_due_reminders')).toEqual([]);
  });

  it.each([
    [{ repetition_unit: 'month', repetition_value: -1 }, /^ValueError: There is no day 5 -1 months after/],
    [{ repetition_unit: 'week', repetition_value: 1e9 }, /^OverflowError: /],
    [{ repetition_unit: 'week', repetition_value: -5000 }, /^OverflowError: /],
  ])('cannot be repeated outside the years 1 to 9999: %j', (args, message) => {
    expect(new AppUnderTest(reminderApp()).refusal('add_reminder', { ...soup, ...args })).toMatch(message);
  });

  it('repeat for twelve weeks, at most a hundred times', () => {
    const made = (args: object): number => {
      const app = new AppUnderTest(reminderApp());
      expect(app.ask('add_reminder', { ...soup, ...args })).toBe('id-1');
      return Object.keys(app.state.reminders).length;
    };

    expect(made({})).toBe(1);
    expect(made({ repetition_unit: '' })).toBe(1);
    expect(made({ repetition_unit: 'week', repetition_value: 2 })).toBe(6);
    expect(made({ repetition_unit: 'hour' })).toBe(101);
  });

  it.each([
    [{ repetition_unit: 'year' }, /^AssertionError: repetition_unit must be .*, not "year"/],
    [{ repetition_unit: 'day', repetition_value: 0 }, /^AssertionError: repetition_value must not be 0/],
    [
      { repetition_unit: 'day', repetition_value: null },
      /^AssertionError: repetition_value must not be null/,
    ],
    [
      { repetition_unit: 'year', due_datetime: 'noon' },
      /^ValueError: due_datetime must be a date .*, not "noon"/,
    ],
  ])('are refused with invalid arguments: %j', (args, refusal) => {
    expect(new AppUnderTest(reminderApp()).refusal('add_reminder', { ...soup, ...args })).toMatch(refusal);
  });
});
