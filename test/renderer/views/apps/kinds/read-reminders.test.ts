import { expect, it } from 'vitest';
import { readReminders } from '../../../../../renderer/views/apps/kinds/reminders.ts';

const MONDAY = 1_767_603_600;

const tea = { reminder_id: 'tea', title: 'Tea', due: MONDAY + 60, description: 'Green', time_notified: null };
const oven = {
  reminder_id: 'oven',
  title: 'Oven',
  due: MONDAY,
  description: '',
  repetition_unit: 'day',
  repetition_value: 2,
  time_notified: MONDAY + 1,
};

it('readReminders() splits reminders into upcoming and notified, the earliest first', () => {
  const soon = { ...tea, reminder_id: 'soon', title: 'Soon', due: MONDAY + 5 };

  const shelves = readReminders({ reminders: { tea, oven, soon } });

  expect(shelves?.map(({ name, cards }) => [name, cards.map(({ title }) => title)])).toEqual([
    ['Upcoming', ['Soon', 'Tea']],
    ['Notified', ['Oven']],
  ]);
});

it('readReminders() returns the known facts of a reminder', () => {
  const [, told] = readReminders({ reminders: { oven } })!;

  expect(told!.cards[0]).toMatchObject({ under: '2026-01-05 09:00:00 UTC', tag: 'repeated' });
  expect(told!.cards[0]!.open().facts.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'Due: 2026-01-05 09:00:00 UTC',
    'Notified: 2026-01-05 09:00:01 UTC',
    'Repeats every: 2',
    'Unit: day',
    'Id: oven',
  ]);
});

it('readReminders() returns undefined for an invalid state', () => {
  expect(readReminders({ reminders: 1 })).toBeUndefined();
  expect(readReminders(null)).toBeUndefined();
});
