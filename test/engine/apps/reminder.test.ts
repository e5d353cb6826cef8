import { describe, expect, it } from 'vitest';
import { reminderApp } from '../../../engine/apps/reminder/reminder.ts';
import { toSeconds } from '../../../engine/model/time.ts';

describe('reminders', () => {
  it('fall due with the earliest that nobody was told of, however many there are', () => {
    const { alarm, state } = reminderApp();
    const reminder = (due: number): object => ({ due, time_notified: null });
    const reminders = Object.fromEntries(
      Array.from({ length: 150_000 }, (_, at) => [at, reminder(9_000 - at / 100)]),
    );

    expect(toSeconds(alarm!.next({ ...state, reminders } as never)!)).toBe(7_500.01);
    expect(alarm!.next(state)).toBeUndefined();
  });
});
