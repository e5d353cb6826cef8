import { toSeconds } from '../../model/time.ts';
import { int, optional, str } from '../argument.ts';
import { asIs, type AsIs } from '../as-is.ts';
import { pageOf } from '../page.ts';
import { eventOf, refuseReversed, type CalendarEvent, type CalendarState } from './state.ts';
import { datetime, parseDatetime } from '../datetime.ts';
import { refuse, toolOf } from '../tool.ts';

const tool = toolOf<CalendarState>();

const DAY = 86_400; // seconds

/** What an agent looks into the user's calendar with. */
export const calendarReadingTools = {
  get_calendar_event: tool({
    summary: 'Get one event of the calendar.',
    returns: 'CalendarEvent',
    effect: 'read',
    callers: ['agent'],
    args: { event_id: str },
    apply: (calendar, { event_id }) => eventOf(calendar, event_id),
  }),
  get_calendar_events_from_to: tool({
    summary: 'List the events that overlap a span of time, earliest first, a page at a time.',
    returns: 'CalendarEventsResult',
    effect: 'read',
    callers: ['agent'],
    args: {
      start_datetime: datetime,
      end_datetime: datetime,
      offset: optional(int, 0),
      limit: optional(int, 10),
    },
    apply(calendar, { start_datetime, end_datetime, offset, limit }) {
      const start = parseDatetime('start_datetime', start_datetime);
      const end = parseDatetime('end_datetime', end_datetime);
      refuseReversed(start, end);
      return page(overlapping(calendar, start, end), offset, limit);
    },
  }),
  read_today_calendar_events: tool({
    summary: "List today's events, earliest first.",
    returns: 'CalendarEventsResult',
    effect: 'read',
    callers: ['agent'],
    args: {},
    apply(calendar, _args, { now }) {
      const midnight = Math.floor(toSeconds(now) / DAY) * DAY;
      const events = overlapping(calendar, midnight, midnight + DAY);
      return page(events, 0, events.length);
    },
  }),
  get_all_tags: tool({
    summary: 'List the tags in use.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: {},
    apply: (calendar) => [
      ...new Set(all(calendar).flatMap(({ tag }) => (tag === null || tag === '' ? [] : [tag]))),
    ],
  }),
  get_calendar_events_by_tag: tool({
    summary: 'List the events with a tag.',
    returns: 'list[CalendarEvent]',
    effect: 'read',
    callers: ['agent'],
    args: { tag: str },
    apply(calendar, { tag }) {
      if (tag === '') refuse('ValueError', 'Tag cannot be empty.');
      return all(calendar).filter((event) => event.tag === tag);
    },
  }),
  search_events: tool({
    summary: 'Find the events with a text in title, description, location or attendees.',
    returns: 'list[CalendarEvent]',
    effect: 'read',
    callers: ['agent', 'data'],
    args: { query: str },
    apply(calendar, { query }) {
      const wanted = query.toLowerCase();
      return all(calendar).filter(({ title, description, location, attendees }) =>
        [title, description ?? '', location ?? '', ...attendees].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      );
    },
  }),
};

const all = ({ events }: CalendarState): readonly AsIs<CalendarEvent>[] => Object.values(asIs(events));

/** Events that only touch the span at its ends are not in it. */
const overlapping = (calendar: CalendarState, start: number, end: number): readonly AsIs<CalendarEvent>[] =>
  all(calendar)
    .filter((event) => event.start_datetime < end && event.end_datetime > start)
    .sort((one, other) => one.start_datetime - other.start_datetime);

const page = (all: readonly AsIs<CalendarEvent>[], offset: number, limit: number) => {
  const { items: events, range, total } = pageOf(all, offset, limit);
  return { events, range, total };
};
