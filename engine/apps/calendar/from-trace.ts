import * as z from 'zod/mini';
import { describeValue, type JsonObject, parseInstant, toSeconds } from '../../model/index.ts';
import { refuse, toolOf } from '../../world/index.ts';
import {
  parseArgument,
  idOrDefault,
  mapValues,
  parsePrinted,
  text,
  texts,
  time,
  objectOrPrinted,
} from '../shared/from-trace.ts';
import { type CalendarEvent, type CalendarState, HOUR, newCalendarEvent } from './state.ts';

const event = z.lazy(() =>
  z.object({
    event_id: z.nullish(text),
    title: z._default(text, 'Event'),
    start_datetime: time,
    end_datetime: time,
    tag: z.nullish(text),
    description: z.nullish(text),
    location: z.nullish(text),
    attendees: texts,
  }),
);

const calendar = z.lazy(() => z.object({ events: z.record(text, event) }));

/**
 * The state of a calendar, as recorded, without the events that end before they start: failed edits of ARE leave such events,
 * and its loader leaves them out.
 *
 * @throws {ZodError | ToolError} when `state` is something else.
 */
export function recordedCalendar(state: unknown, note: (text: string) => void): CalendarState {
  const events = Object.entries(calendar.parse(state).events).filter(([id, event]) => {
    const isInOrder = event.start_datetime <= event.end_datetime;
    if (!isInOrder) note(`events.${id} is left out: it ends before it starts.`);
    return isInOrder;
  });
  return { events: mapValues(Object.fromEntries(events), withDefaults) };
}

/**
 * An event from its fields. Without an id it gets `id`; without times it takes an hour from `now`.
 *
 * @throws {ZodError | ToolError} when `fields` are something else.
 */
const parseCalendarEvent = (fields: JsonObject, id: string, now: number): CalendarEvent =>
  withDefaults(event.parse({ start_datetime: now, end_datetime: now + HOUR, ...fields }), id);

const withDefaults = (recorded: z.infer<typeof event>, id: string): CalendarEvent =>
  newCalendarEvent({
    event_id: idOrDefault(recorded.event_id, id),
    title: recorded.title,
    start_datetime: recorded.start_datetime,
    end_datetime: recorded.end_datetime,
    tag: recorded.tag ?? null,
    description: recorded.description ?? null,
    location: recorded.location ?? null,
    attendees: recorded.attendees ?? [],
  });

const tool = toolOf<CalendarState>();

/** No agent or user may call this tool; ARE's scenarios plan events with it. */
export const calendarObjectTools = {
  set_calendar_event: tool({
    summary: 'Put an event with all its fields into the calendar. It replaces an event with the same id.',
    returns: 'None',
    effect: 'write',
    callers: [],
    args: { event: objectOrPrinted('CalendarEvent', 'its fields; times are seconds since the Unix epoch') },
    apply({ events }, { event }, context) {
      const fields = typeof event === 'string' ? parsePrintedEvent(event) : event;
      const now = toSeconds(context.now);
      const made = parseArgument('event', fields, () => parseCalendarEvent(fields, context.newId(), now));
      events[made.event_id] = made;
      return null;
    },
  }),
};

/** The labels of the lines that ARE prints for an event. */
const PRINTED = ['EventID', 'Title', 'Start', 'End', 'Tag', 'Description', 'Location', 'Attendees'];

function parsePrintedEvent(text: string): JsonObject {
  const [event_id, title, start, end, tag, description, location, attendees] = parsePrinted(
    'event',
    text,
    PRINTED,
  );
  return {
    event_id: event_id!,
    title: title!,
    start_datetime: parsePrintedTime('event.start_datetime', start!),
    end_datetime: parsePrintedTime('event.end_datetime', end!),
    tag: tag!,
    description: description!,
    location: location!,
    attendees: attendees === null || attendees === '' ? [] : attendees!.split(', '),
  };
}

/** Seconds since the Unix epoch from a time as Python prints it: `2026-01-05 09:00:00+00:00`. */
function parsePrintedTime(argument: string, printed: string | null): number {
  try {
    return toSeconds(parseInstant(printed ?? ''));
  } catch {
    return refuse(
      'AssertionError',
      `${argument} is ${describeValue(printed)}, which is not a date and time.`,
    );
  }
}
