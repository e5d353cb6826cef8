import { useContext, type JSX } from 'react';
import { Empty } from '../elements/empty.tsx';
import { formatDay, formatHour, formatWeekday } from '../format/clock.ts';
import type { ChangedPaths, Mark } from './changed-paths.ts';
import { changedClass, ChangedWord } from './changed-word.tsx';
import { KnownContext, unknownClass } from './known.tsx';
import { KnownLine } from './known-line.tsx';
import { LongText } from './long-text.tsx';
import { PickButton } from './pick.tsx';
import type { Appointment, Day } from './read-calendar.ts';
import { useFirst } from './use-first.tsx';
import './calendar-view.css';

interface CalendarViewProps {
  readonly days: readonly Day[];
  readonly changed: ChangedPaths;
}

/** A calendar as an agenda, day by day. */
export function CalendarView({ days, changed }: CalendarViewProps): JSX.Element {
  const [first, more] = useFirst(days);
  if (days.length === 0) return <Empty title="No appointments" />;
  return (
    <div className="calendar">
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

function Row({ appointment, mark }: { readonly appointment: Appointment; readonly mark: Mark }): JSX.Element {
  const { path, start, end, title, location, attendees, description, tag } = appointment;
  const known = unknownClass(useContext(KnownContext).of(path));
  const endDay = formatDay(end) === formatDay(start) ? '' : `${formatDay(end)} `;
  const more = [location, attendees.join(', '), tag, description].filter(
    (text) => text !== undefined && text !== '',
  );
  return (
    <li className={`calendar-row ${changedClass(mark)} ${known}`}>
      <time className="number">{`${formatHour(start)} – ${endDay}${formatHour(end)}`}</time>
      <div>
        <LongText className="calendar-title" text={title} />
        {more.map((text, nth) => (
          <p key={nth} className="calendar-more">
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
