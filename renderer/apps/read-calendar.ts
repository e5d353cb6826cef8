import { groupBy, isJsonObject, type Json, type Path, type SimTime } from '../../engine/model/index.ts';
import { formatDay } from '../format/clock.ts';
import { objectOf, textOf, textsOf, timeOf } from './guards.ts';

export interface Appointment {
  readonly path: Path;
  readonly title: string;
  readonly start: SimTime;
  readonly end: SimTime;
  readonly location: string | undefined;
  readonly description: string | undefined;
  readonly tag: string | undefined;
  readonly attendees: readonly string[];
}

export interface Day {
  readonly day: string;
  readonly appointments: readonly Appointment[];
}

/** The appointments of a calendar by the day they start, or nothing where the state is no calendar. */
export function readCalendar(state: Json): readonly Day[] | undefined {
  const events = isJsonObject(state) ? objectOf(state, 'events') : undefined;
  if (events === undefined) return undefined;
  const read: Appointment[] = [];
  for (const [id, event] of Object.entries(events)) {
    if (!isJsonObject(event)) return undefined;
    const start = timeOf(event, 'start_datetime');
    if (start === undefined) return undefined;
    read.push({
      path: ['events', id],
      title: textOf(event, 'title') ?? '',
      start,
      end: timeOf(event, 'end_datetime') ?? start,
      location: textOf(event, 'location'),
      description: textOf(event, 'description'),
      tag: textOf(event, 'tag'),
      attendees: textsOf(event, 'attendees'),
    });
  }
  return byDay(read.sort((one, other) => one.start - other.start));
}

const byDay = (appointments: readonly Appointment[]): readonly Day[] =>
  Array.from(
    groupBy(appointments, ({ start }) => formatDay(start)),
    ([day, those]) => ({ day, appointments: those }),
  );
