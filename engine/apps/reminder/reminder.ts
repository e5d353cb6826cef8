import * as z from 'zod/mini';
import { fromSeconds, REMINDER_TOOL, type SimTime, toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import { about, choice, int, nullable, optional, ownApp, refuse, str, toolOf } from '../../world/index.ts';
import { datetime, MAX_SECONDS, MIN_SECONDS, parseDatetime, printDatetime } from '../shared/dates.ts';
import { text, time } from '../shared/from-trace.ts';

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;

export type Unit = (typeof UNITS)[number];

/** ARE's limits for the repetitions of a reminder. */
const MAX_REPETITIONS = 100;
const MAX_SECONDS_AHEAD = 12 * 7 * 86_400; // seconds

const UNIT_SECONDS: Readonly<Record<Exclude<Unit, 'month'>, number>> = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 7 * 86_400,
};

/**
 * The times at which a reminder is repeated, every `value` units after `due`, for twelve weeks from `now`. All in seconds.
 *
 * @throws {ToolError} `ValueError` when a month does not have the day of `due`, `OverflowError` beyond the years 1 to 9999.
 */
function repetitions(due: number, unit: Unit, value: number, now: number): readonly number[] {
  const times: number[] = [];
  let time = due;
  for (let count = 1; count <= MAX_REPETITIONS; count++) {
    time = unit === 'month' ? monthsAfter(time, value) : time + value * UNIT_SECONDS[unit];
    if (time < MIN_SECONDS || time > MAX_SECONDS)
      refuse('OverflowError', 'The repetition is not in the years 1 to 9999.');
    if (time >= now + MAX_SECONDS_AHEAD) break;
    times.push(time);
  }
  return times;
}

/** As in ARE, months before January are refused: they do not lead into the previous year. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  const month = date.getUTCMonth() + months;
  date.setUTCMonth(month);
  if (month < 0 || date.getUTCDate() !== day || date.getUTCFullYear() > 9999)
    refuse('ValueError', `There is no day ${day} ${months} months after ${printDatetime(time)}.`);
  return date.getTime() / 1000;
}

/** A reminder. Times are seconds since the Unix epoch. */
export interface Reminder {
  reminder_id: string;
  title: string;
  due: number;
  description: string;
  repetition_unit: Unit | null;
  repetition_value: number | null;
  /** When the agent was notified; null before. */
  time_notified: number | null;
}

/** Reminders by id, in the order in which they were added. */
export interface ReminderState {
  reminders: Record<string, Reminder>;
}

const tool = toolOf<ReminderState>();

const printReminder = ({ title, description, due }: ReadOnly<Reminder>): string =>
  `Reminder: ${title}\nDescription: ${description}\nDue Date: ${printDatetime(due)}+00:00`;

/** The unit `word`; null for null and for an empty text. @throws {ToolError} `AssertionError` for any other text. */
function checkedUnit(word: string | null): Unit | null {
  if (word === null || word === '') return null;
  const unit = UNITS.find((one) => one === word);
  return (
    unit ?? refuse('AssertionError', `repetition_unit must be one of ${UNITS.join(', ')}, not "${word}".`)
  );
}

/** @throws {ToolError} `AssertionError` for 0 and null, with which every repetition would be due at the same time. */
const checkedInterval = (value: number | null): number =>
  value === null || value === 0 ? refuse('AssertionError', `repetition_value must not be ${value}.`) : value;

const allReminders = (state: ReminderState): readonly ReadOnly<Reminder>[] =>
  Object.values(readOnly(state).reminders as Record<string, ReadOnly<Reminder>>);

const notYetNotified = (state: ReminderState): readonly ReadOnly<Reminder>[] =>
  allReminders(state).filter(({ time_notified }) => time_notified === null);

/**
 * The latest time of any run: an instant is a safe integer of microseconds, which ends in 2255. Reminders may be due in 9999.
 */
const LAST_INSTANT = Number.MAX_SAFE_INTEGER / 1_000_000; // seconds

const newReminderApp = ownApp({
  class: 'ReminderApp',
  initial: (): ReminderState => ({ reminders: {} }),
  alarm: {
    tool: REMINDER_TOOL,
    next(state: ReminderState): SimTime | undefined {
      const first = notYetNotified(state).reduce((least, { due }) => Math.min(least, due), Infinity);
      return first > LAST_INSTANT ? undefined : fromSeconds(first);
    },
  },
  tools: {
    add_reminder: tool({
      summary: 'Add a reminder, once or with repetitions.',
      returns: 'str',
      effect: 'write',
      callers: ['agent'],
      args: {
        title: str,
        due_datetime: datetime,
        description: str,
        repetition_unit: optional(nullable(choice(UNITS)), null),
        repetition_value: optional(nullable(about(int, 'units between two repetitions')), 1),
      },
      apply({ reminders }, { title, due_datetime, description, repetition_unit, repetition_value }, context) {
        const due = parseDatetime('due_datetime', due_datetime);
        const unit = checkedUnit(repetition_unit);
        const id = context.newId();
        const times =
          unit === null
            ? []
            : repetitions(due, unit, checkedInterval(repetition_value), toSeconds(context.now));
        for (const [index, time] of [due, ...times].entries()) {
          const reminder_id = index === 0 ? id : `${id}_rep_${index}`;
          reminders[reminder_id] = {
            reminder_id,
            title,
            due: time,
            description,
            repetition_unit: unit,
            repetition_value,
            time_notified: null,
          };
        }
        return id;
      },
    }),
    delete_reminder: tool({
      summary: 'Delete a reminder with its repetitions.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: { reminder_id: str },
      apply({ reminders }, { reminder_id: id }) {
        if (!Object.hasOwn(reminders, id)) refuse('ValueError', `There is no reminder "${id}".`);
        for (const other of Object.keys(reminders))
          // oxlint-disable-next-line typescript/no-dynamic-delete -- reminders are kept by id
          if (other === id || other.startsWith(`${id}_rep_`)) delete reminders[other];
        return null;
      },
    }),
    delete_all_reminders: tool({
      summary: 'Delete all reminders.',
      returns: 'None',
      effect: 'write',
      callers: ['agent'],
      args: {},
      apply(state) {
        state.reminders = {};
        return null;
      },
    }),
    get_due_reminders: tool({
      summary: 'Get the reminders that are due, including those that you were notified of.',
      returns: 'list[str]',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (state, _args, { now }): string[] =>
        allReminders(state)
          .filter(({ due }) => due <= toSeconds(now))
          .map(printReminder),
    }),
    get_all_reminders: tool({
      summary: 'Get all reminders.',
      returns: 'list[str]',
      effect: 'read',
      callers: ['agent'],
      args: {},
      apply: (state): string[] => allReminders(state).map(printReminder),
    }),
    [REMINDER_TOOL]: tool({
      summary: 'Notify the agent of the reminders that have become due.',
      returns: 'list[str]',
      effect: 'write',
      recordedAs: 'none',
      callers: ['environment'],
      args: {},
      apply(state, _args, context): string[] {
        const now = toSeconds(context.now);
        const due = notYetNotified(state).filter((one) => one.due <= now);
        for (const { reminder_id: id } of due) state.reminders[id]!.time_notified = now;
        return due.map(printReminder);
      },
    }),
  },
});

/** The app that {@link reminderApp} makes. As an interface, so that an editor's hints show its name and not the whole type. */
export interface ReminderApp extends ReturnType<typeof newReminderApp> {}

/** The agent's reminders. An alarm notifies the agent when a reminder is due. */
export const reminderApp: () => ReminderApp = newReminderApp;

const reminder = z.lazy(() =>
  z.object({
    reminder_id: text,
    title: text,
    due: time,
    description: text,
    repetition_unit: z.nullable(z.enum(UNITS)),
    repetition_value: z.nullable(z.int()),
    time_notified: z.nullable(time),
  }),
);

const state = z.lazy(() => z.object({ reminders: z.record(text, reminder) }));

/** The state of the reminders, as recorded: null in ARE's own recordings. @throws {ZodError} when `recorded` is something else. */
export const recordedReminders = (recorded: unknown): ReminderState =>
  recorded === null ? { reminders: {} } : state.parse(recorded);
