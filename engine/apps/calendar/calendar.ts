import { toSeconds } from '../../model/index.ts';
import { readOnly, type ReadOnly } from '../../state/index.ts';
import {
  about,
  int,
  list,
  nullable,
  optional,
  ownApp,
  refuse,
  str,
  type ToolContext,
  toolOf,
  type ValuesOf,
} from '../../world/index.ts';
import { datetime, parseDatetime, withWeekday } from '../shared/dates.ts';
import { pageOf } from '../shared/lists.ts';
import { calendarObjectTools } from './from-trace.ts';
import {
  type CalendarEvent,
  type CalendarState,
  calendarWith,
  eventOf,
  HOUR,
  newCalendarEvent,
  checkOrder,
  type CalendarOptions,
} from './state.ts';

const tool = toolOf<CalendarState>();

const DAY = 86_400; // seconds

/** Tools for the agent to list and search events. */
const calendarReadingTools = {
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
      checkOrder(start, end);
      return eventPage(overlapping(calendar, start, end), offset, limit);
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
      return eventPage(events, 0, events.length);
    },
  }),
  get_all_tags: tool({
    summary: 'List the tags in use.',
    returns: 'list[str]',
    effect: 'read',
    callers: ['agent'],
    args: {},
    apply: (calendar) => [
      ...new Set(allEvents(calendar).flatMap(({ tag }) => (tag === null || tag === '' ? [] : [tag]))),
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
      return allEvents(calendar).filter((event) => event.tag === tag);
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
      return allEvents(calendar).filter(({ title, description, location, attendees }) =>
        [title, description ?? '', location ?? '', ...attendees].some((text) =>
          text.toLowerCase().includes(wanted),
        ),
      );
    },
  }),
};

const allEvents = ({ events }: CalendarState): readonly ReadOnly<CalendarEvent>[] =>
  Object.values(readOnly(events));

/** The events that overlap a span of time, earliest first. An event that only touches the start or end of the span does not overlap. */
const overlapping = (
  calendar: CalendarState,
  start: number,
  end: number,
): readonly ReadOnly<CalendarEvent>[] =>
  allEvents(calendar)
    .filter((event) => event.start_datetime < end && event.end_datetime > start)
    .sort((one, other) => one.start_datetime - other.start_datetime);

const eventPage = (all: readonly ReadOnly<CalendarEvent>[], offset: number, limit: number) => {
  const { items: events, range, total } = pageOf(all, offset, limit);
  return { events, range, total };
};

const detailArguments = {
  start_datetime: optional(nullable(datetime), null),
  end_datetime: optional(nullable(datetime), null),
  tag: optional(nullable(str), null),
  description: optional(nullable(str), null),
  location: optional(nullable(str), null),
  attendees: optional(nullable(about(list(str), 'names')), null),
};

type EventDetails = ValuesOf<typeof detailArguments> & { readonly title: string };

/** Tools for the agent and for attendees to change the calendar. */
const calendarWritingTools = {
  add_calendar_event: tool({
    summary: 'Add an event. It starts now and takes an hour if no times are given.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { title: optional(str, 'Event'), ...detailArguments },
    apply: (calendar, args, context) => addEvent(calendar, args, context),
  }),
  delete_calendar_event: tool({
    summary: 'Delete an event.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { event_id: str },
    apply(calendar, { event_id }) {
      deleteEvent(calendar, event_id);
      return `Event ${event_id} successfully deleted.`;
    },
  }),
  edit_calendar_event: tool({
    summary: 'Change an event. Fields that are left out or empty keep their values.',
    returns: 'str',
    effect: 'write',
    recordedAs: 'read',
    callers: ['agent', 'data'],
    args: { event_id: str, title: optional(nullable(str), null), ...detailArguments },
    apply(calendar, { event_id, start_datetime, end_datetime, attendees, ...texts }) {
      const event = eventOf(calendar, event_id, 'IndexError');
      const start = secondsUnlessNull('start_datetime', nullIfEmpty(start_datetime)) ?? event.start_datetime;
      const end = secondsUnlessNull('end_datetime', nullIfEmpty(end_datetime)) ?? event.end_datetime;
      checkOrder(start, end);

      for (const [field, text] of Object.entries(texts))
        if (text !== null && text !== '') event[field as keyof typeof texts] = text;
      if (attendees !== null && attendees.length > 0) event.attendees = [...attendees];
      event.start_datetime = start;
      event.end_datetime = end;
      event.start_strftime = withWeekday(start);
      event.end_strftime = withWeekday(end);
      return `Calendar event ${event_id} successfully edited`;
    },
  }),
  add_calendar_event_by_attendee: tool({
    summary: 'Add an event in the name of another attendee.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { who_add: str, title: optional(str, 'Event'), ...detailArguments },
    apply(calendar, args, context) {
      const { who_add, title, description } = args;
      const created = `Event created by ${who_add}`;
      const attendees = args.attendees ?? [];
      const details = {
        ...args,
        title: `${created}: ${title}`,
        description: description === null || description === '' ? created : `${created}: ${description}`,
        attendees: attendees.includes(who_add) ? attendees : [...attendees, who_add],
      };
      return addEvent(calendar, details, context);
    },
  }),
  delete_calendar_event_by_attendee: tool({
    summary: 'Delete an event in the name of an attendee.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { event_id: str, who_delete: str },
    apply(calendar, { event_id, who_delete }) {
      if (!eventOf(calendar, event_id).attendees.includes(who_delete))
        refuse('ValueError', `${who_delete} is not an attendee of the event.`);
      deleteEvent(calendar, event_id);
      return `Event ${event_id} successfully deleted by ${who_delete}.`;
    },
  }),
};

function addEvent({ events }: CalendarState, details: EventDetails, context: ToolContext): string {
  const start =
    secondsUnlessNull('start_datetime', details.start_datetime) ?? Math.floor(toSeconds(context.now));
  const event = newCalendarEvent({
    event_id: context.newId(),
    title: details.title,
    start_datetime: start,
    end_datetime: secondsUnlessNull('end_datetime', details.end_datetime) ?? start + HOUR,
    tag: details.tag,
    description: details.description,
    location: details.location,
    attendees: [...(details.attendees ?? [])],
  });
  events[event.event_id] = event;
  return event.event_id;
}

function deleteEvent(calendar: CalendarState, id: string): void {
  eventOf(calendar, id);
  Reflect.deleteProperty(calendar.events, id);
}

const secondsUnlessNull = (argument: string, text: string | null): number | undefined =>
  text === null ? undefined : parseDatetime(argument, text);

const nullIfEmpty = (text: string | null): string | null => (text === '' ? null : text);

const newCalendar = ownApp({
  class: 'CalendarV2',
  initial: calendarWith,
  tools: { ...calendarReadingTools, ...calendarWritingTools, ...calendarObjectTools },
});

/** The app that {@link calendar} makes. Its name keeps the types of an editor's hints short. */
export interface Calendar extends ReturnType<typeof newCalendar> {}

/** The user's calendar. */
export const calendar: (options?: CalendarOptions) => Calendar = newCalendar;
