import { type JSX, useContext } from 'react';
import clsx from 'clsx';
import { groupBy, isJsonObject, type Json, type Path, type SimTime } from '../../../../engine/model/index.ts';
import { formatDay, formatHour, formatWeekday } from '../../../ui/format/clock.ts';
import { objectAt, textAt, textsAt, timeAt } from '../../../ui/format/values.ts';
import { Empty } from '../../../ui/messages.tsx';
import { LongText, useShowMore } from '../../../ui/text.tsx';
import { changedClass, type ChangedPaths, ChangedWord, type PathMark } from '../../../ui/json/changed.tsx';
import { KnownContext, KnownLine, unknownClass } from '../../../ui/json/known.tsx';
import { PickButton } from '../../../ui/json/pick.tsx';
import styles from './calendar-view.module.css';

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

/** The appointments of a calendar by start day; `undefined` if the state is not that of a calendar. */
export function readCalendar(state: Json): readonly Day[] | undefined {
  const events = isJsonObject(state) ? objectAt(state, 'events') : undefined;
  if (events === undefined) return undefined;
  const read: Appointment[] = [];
  for (const [id, event] of Object.entries(events)) {
    if (!isJsonObject(event)) return undefined;
    const start = timeAt(event, 'start_datetime');
    if (start === undefined) return undefined;
    read.push({
      path: ['events', id],
      title: textAt(event, 'title') ?? '',
      start,
      end: timeAt(event, 'end_datetime') ?? start,
      location: textAt(event, 'location'),
      description: textAt(event, 'description'),
      tag: textAt(event, 'tag'),
      attendees: textsAt(event, 'attendees'),
    });
  }
  return byDay(read.sort((one, other) => one.start - other.start));
}

const byDay = (appointments: readonly Appointment[]): readonly Day[] =>
  Array.from(
    groupBy(appointments, ({ start }) => formatDay(start)),
    ([day, those]) => ({ day, appointments: those }),
  );

interface CalendarViewProps {
  readonly days: readonly Day[];
  readonly changed: ChangedPaths;
}

/** A calendar as an agenda, day by day. */
export function CalendarView({ days, changed }: CalendarViewProps): JSX.Element {
  const [first, more] = useShowMore(days);
  if (days.length === 0) return <Empty title="No appointments" />;
  return (
    <div className={styles.calendar}>
      {first.map(({ day, appointments }) => (
        <section key={day}>
          <h3 className="number">{formatWeekday(appointments[0]!.start)}</h3>
          <ul>
            {appointments.map((appointment) => (
              <Row
                key={JSON.stringify(appointment.path)}
                appointment={appointment}
                mark={changed.marks(appointment.path)}
              />
            ))}
          </ul>
        </section>
      ))}
      {more}
    </div>
  );
}

function Row({
  appointment,
  mark,
}: {
  readonly appointment: Appointment;
  readonly mark: PathMark;
}): JSX.Element {
  const { path, start, end, title, location, attendees, description, tag } = appointment;
  const known = unknownClass(useContext(KnownContext).of(path));
  const endDay = formatDay(end) === formatDay(start) ? '' : `${formatDay(end)} `;
  const more = [location, attendees.join(', '), tag, description].filter(
    (text) => text !== undefined && text !== '',
  );
  return (
    <li className={clsx(styles.row, changedClass(mark), known)}>
      <time className="number">{`${formatHour(start)} – ${endDay}${formatHour(end)}`}</time>
      <div>
        <LongText className={styles.title} text={title} />
        {more.map((text, index) => (
          <p key={index} className={styles.more}>
            <LongText text={text ?? ''} />
          </p>
        ))}
        <ChangedWord mark={mark} />
        <KnownLine path={path} />
      </div>
      <PickButton path={path} />
    </li>
  );
}
