import * as z from 'zod';
import { idOr, mapped, text, texts, time } from '../recorded.ts';
import { newCalendarEvent, type CalendarState } from './state.ts';

const calendar = z.lazy(() =>
  z.object({
    events: z.record(
      text,
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
    ),
  }),
);

/** @throws {ZodError | ToolError} when it is no state of a calendar. */
export const recordedCalendar = (state: unknown): CalendarState => ({
  events: mapped(calendar.parse(state).events, ({ event_id, ...event }, key) =>
    newCalendarEvent({
      event_id: idOr(event_id, key),
      title: event.title,
      start_datetime: event.start_datetime,
      end_datetime: event.end_datetime,
      tag: event.tag ?? null,
      description: event.description ?? null,
      location: event.location ?? null,
      attendees: event.attendees ?? [],
    }),
  ),
});
