import { refuse } from '../../world/index.ts';
import { secondsAt, type When, withWeekday } from '../shared/dates.ts';
import { byId } from '../shared/lists.ts';

/** An event of the calendar, with its fields in ARE's order. Times are seconds since the Unix epoch. */
export interface CalendarEvent {
  event_id: string;
  title: string;
  start_datetime: number;
  end_datetime: number;
  tag: string | null;
  description: string | null;
  location: string | null;
  attendees: string[];
  /** Start and end as text for people: `Monday, 2026-01-05 09:00:00`. */
  start_strftime: string | null;
  end_strftime: string | null;
}

/** Events by id, in the order in which they were added. */
export interface CalendarState {
  events: Record<string, CalendarEvent>;
}

/** An event of the initial state. Without an id it is numbered: `event-1` is the first. */
export interface GivenCalendarEvent extends Partial<
  Pick<CalendarEvent, 'event_id' | 'title' | 'tag' | 'description' | 'location' | 'attendees'>
> {
  readonly start_datetime: When;
  /** An hour after the start when left out. */
  readonly end_datetime?: When;
}

export const HOUR = 3600; // seconds

/** Options for the initial state of a calendar. */
export interface CalendarOptions {
  /** Events in any order. */
  readonly events?: readonly GivenCalendarEvent[];
}

/** The initial state of a calendar. @throws {ToolError} `ValueError` when an event ends before it starts, or two have one id. */
export function calendarWith({ events: given = [] }: CalendarOptions): CalendarState {
  const events = given.map(({ start_datetime, end_datetime, ...rest }, index) => {
    const start = secondsAt(start_datetime);
    const end = end_datetime === undefined ? start + HOUR : secondsAt(end_datetime);
    return newCalendarEvent({
      event_id: `event-${index + 1}`,
      ...rest,
      start_datetime: start,
      end_datetime: end,
    });
  });
  return { events: byId('events', events, ({ event_id }) => event_id) };
}

/** An event with all its fields. @throws {ToolError} `ValueError` when it ends before it starts. */
export function newCalendarEvent(
  given: Partial<CalendarEvent> & Pick<CalendarEvent, 'event_id' | 'start_datetime' | 'end_datetime'>,
): CalendarEvent {
  const { event_id, start_datetime, end_datetime } = given;
  checkOrder(start_datetime, end_datetime);
  return {
    event_id,
    title: given.title ?? 'Event',
    start_datetime,
    end_datetime,
    tag: given.tag ?? null,
    description: given.description ?? null,
    location: given.location ?? null,
    attendees: given.attendees ?? [],
    start_strftime: withWeekday(start_datetime),
    end_strftime: withWeekday(end_datetime),
  };
}

/** @throws {ToolError} `ValueError` when the end is before the start. */
export function checkOrder(start: number, end: number): void {
  if (start > end) refuse('ValueError', 'Start time cannot be after end time.');
}

/** The event `id`. @throws {ToolError} of class `type` when there is none. */
export function eventOf({ events }: CalendarState, id: string, type = 'ValueError'): CalendarEvent {
  return Object.hasOwn(events, id)
    ? events[id]!
    : refuse(type, `Calendar Event with id ${id} does not exist.`);
}
