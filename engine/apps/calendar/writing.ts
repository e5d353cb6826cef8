import { toSeconds } from '../../model/time.ts';
import { about, list, nullable, optional, str, type ValuesOf } from '../argument.ts';
import {
  eventOf,
  HOUR,
  newCalendarEvent,
  refuseReversed,
  type CalendarEvent,
  type CalendarState,
} from './state.ts';
import { datetime, parseDatetime, withWeekday } from '../datetime.ts';
import { refuse, toolOf, type ToolContext } from '../tool.ts';

const tool = toolOf<CalendarState>();

const details = {
  start_datetime: optional(nullable(datetime), null),
  end_datetime: optional(nullable(datetime), null),
  tag: optional(nullable(str), null),
  description: optional(nullable(str), null),
  location: optional(nullable(str), null),
  attendees: optional(nullable(about(list(str), 'names')), null),
};

type Details = ValuesOf<typeof details> & { readonly title: string };

/** What agents and attendees change the user's calendar with. */
export const calendarWritingTools = {
  add_calendar_event: tool({
    summary: 'Add an event, of one hour unless told, starting now unless told.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { title: optional(str, 'Event'), ...details },
    apply: (calendar, args, context) => add(calendar, args, context),
  }),
  delete_calendar_event: tool({
    summary: 'Delete an event.',
    returns: 'str',
    effect: 'write',
    callers: ['agent', 'data'],
    args: { event_id: str },
    apply(calendar, { event_id }) {
      remove(calendar, event_id);
      return `Event ${event_id} successfully deleted.`;
    },
  }),
  edit_calendar_event: tool({
    summary: 'Change an event. What is left out, or empty, stays as it is.',
    returns: 'str',
    effect: 'write',
    recordedAs: 'read',
    callers: ['agent', 'data'],
    args: { event_id: str, title: optional(nullable(str), null), ...details },
    apply(calendar, { event_id, start_datetime, end_datetime, attendees, ...texts }) {
      const event = eventOf(calendar, event_id, 'IndexError');
      const start = whenGiven('start_datetime', unlessEmpty(start_datetime)) ?? event.start_datetime;
      const end = whenGiven('end_datetime', unlessEmpty(end_datetime)) ?? event.end_datetime;
      refuseReversed(start, end);

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
    summary: 'Let someone else add an event that includes the user.',
    returns: 'str',
    effect: 'write',
    callers: ['environment', 'data'],
    args: { who_add: str, title: optional(str, 'Event'), ...details },
    apply(calendar, { who_add, title, description, attendees, ...rest }, context) {
      const made = `Event created by ${who_add}`;
      const invited = attendees ?? [];
      return add(
        calendar,
        {
          ...rest,
          title: `${made}: ${title}`,
          description: description === null || description === '' ? made : `${made}: ${description}`,
          attendees: invited.includes(who_add) ? invited : [...invited, who_add],
        },
        context,
      );
    },
  }),
  delete_calendar_event_by_attendee: tool({
    summary: 'Let one of its attendees delete an event.',
    returns: 'str',
    effect: 'write',
    callers: ['environment'],
    args: { event_id: str, who_delete: str },
    apply(calendar, { event_id, who_delete }) {
      if (!eventOf(calendar, event_id).attendees.includes(who_delete))
        refuse('ValueError', `${who_delete} is not an attendee of the event.`);
      remove(calendar, event_id);
      return `Event ${event_id} successfully deleted by ${who_delete}.`;
    },
  }),
};

function add(
  { events }: CalendarState,
  { start_datetime, end_datetime, attendees, ...rest }: Details,
  context: ToolContext,
): string {
  const start = whenGiven('start_datetime', start_datetime) ?? Math.floor(toSeconds(context.now));
  const event: CalendarEvent = newCalendarEvent({
    ...rest,
    event_id: context.newId(),
    start_datetime: start,
    end_datetime: whenGiven('end_datetime', end_datetime) ?? start + HOUR,
    attendees: [...(attendees ?? [])],
  });
  events[event.event_id] = event;
  return event.event_id;
}

function remove(calendar: CalendarState, id: string): void {
  eventOf(calendar, id);
  Reflect.deleteProperty(calendar.events, id);
}

const whenGiven = (argument: string, text: string | null): number | undefined =>
  text === null ? undefined : parseDatetime(argument, text);

const unlessEmpty = (text: string | null): string | null => (text === '' ? null : text);
