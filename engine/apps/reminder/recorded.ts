import * as z from 'zod';
import { text, time } from '../recorded.ts';
import type { ReminderState } from './reminder.ts';
import { UNITS } from './repetitions.ts';

const reminder = z.lazy(() =>
  z.object({
    reminder_id: text,
    title: text,
    due: time,
    description: text,
    repetition_unit: z.enum(UNITS).nullable(),
    repetition_value: z.int().nullable(),
    time_notified: time.nullable(),
  }),
);

const state = z.lazy(() => z.object({ reminders: z.record(text, reminder) }));

/** The field records no reminders, only that there is the app. @throws {ZodError} when it is no state of reminders. */
export const recordedReminders = (recorded: unknown): ReminderState =>
  recorded === null ? { reminders: {} } : state.parse(recorded);
