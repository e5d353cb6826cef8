import * as z from 'zod';
import type { JsonObject } from '../../model/json.ts';
import { idOr, mapped, text, texts, time } from '../recorded.ts';
import { HOUR, newCalendarEvent, type CalendarEvent, type CalendarState } from './state.ts';

const event = z.lazy(() =>
  z.object({
    event_id: text.nullish(),
    title: text.default('Event'),
    start_datetime: time,
    end_datetime: time,
    tag: text.nullish(),
    description: text.nullish(),
    location: text.nullish(),
    attendees: texts,
  }),
);

const calendar = z.lazy(() => z.object({ events: z.record(text, event) }));

/** @throws {ZodError | ToolError} when it is no state of a calendar. */
export const recordedCalendar = (state: unknown): CalendarState => ({
  events: mapped(calendar.parse(state).events, filledIn),
});

/**
 * An event with its fields, `id` where it brings none, and an hour from `now` where it brings no times.
 *
 * @throws {ZodError | ToolError} when it is none.
 */
export const calendarEventIn = (fields: JsonObject, id: string, now: number): CalendarEvent =>
  filledIn(event.parse({ start_datetime: now, end_datetime: now + HOUR, ...fields }), id);

const filledIn = (recorded: z.infer<typeof event>, id: string): CalendarEvent =>
  newCalendarEvent({
    event_id: idOr(recorded.event_id, id),
    title: recorded.title,
    start_datetime: recorded.start_datetime,
    end_datetime: recorded.end_datetime,
    tag: recorded.tag ?? null,
    description: recorded.description ?? null,
    location: recorded.location ?? null,
    attendees: recorded.attendees ?? [],
  });
