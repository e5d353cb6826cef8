import { inShort } from '../../model/finding.ts';
import type { JsonObject } from '../../model/json.ts';
import { parseInstant, toSeconds } from '../../model/time.ts';
import { printedFields, whole } from '../printed.ts';
import { givenWhole } from '../recorded.ts';
import { refuse, toolOf } from '../tool.ts';
import { calendarEventIn } from './recorded.ts';
import type { CalendarState } from './state.ts';

const tool = toolOf<CalendarState>();

/** A tool for nobody in particular: scenarios of the field put whole events into the calendar with it. */
export const wholeEventTools = {
  set_calendar_event: tool({
    summary: 'Put a whole event into the calendar, in the place of one with its id.',
    returns: 'None',
    effect: 'write',
    callers: [],
    args: { event: whole('CalendarEvent', 'its fields; times are seconds since the Unix epoch') },
    apply({ events }, { event }, context) {
      const fields = typeof event === 'string' ? fieldsOf(event) : event;
      const now = toSeconds(context.now);
      const made = givenWhole('event', fields, () => calendarEventIn(fields, context.newId(), now));
      events[made.event_id] = made;
      return null;
    },
  }),
};

/** What an event prints of itself. */
const PRINTED = ['EventID', 'Title', 'Start', 'End', 'Tag', 'Description', 'Location', 'Attendees'];

function fieldsOf(text: string): JsonObject {
  const [event_id, title, start, end, tag, description, location, attendees] = printedFields(
    'event',
    text,
    PRINTED,
  );
  return {
    event_id: event_id!,
    title: title!,
    start_datetime: secondsOf('event.start_datetime', start!),
    end_datetime: secondsOf('event.end_datetime', end!),
    tag: tag!,
    description: description!,
    location: location!,
    attendees: attendees === null || attendees === '' ? [] : attendees!.split(', '),
  };
}

/** The seconds since the Unix epoch that a moment says which Python has printed: `2026-01-05 09:00:00+00:00`. */
function secondsOf(argument: string, printed: string | null): number {
  try {
    return toSeconds(parseInstant(printed ?? ''));
  } catch {
    return refuse('AssertionError', `${argument}: found ${inShort(printed)}, wanted a moment`);
  }
}
