import type { JSX } from 'react';
import type { SimTime } from '../../engine/model/time.ts';
import { formatClock, formatDay } from '../format/clock.ts';

interface WhenProps {
  readonly time: SimTime | undefined;
  /** Without the year and the seconds, where many stand in a list. */
  readonly short?: boolean;
}

/** An instant in UTC, day and time. */
export function When({ time, short = false }: WhenProps): JSX.Element | null {
  if (time === undefined) return null;
  const whole = `${formatDay(time)} ${formatClock(time)}`;
  return (
    <time className="when number" title={`${whole} UTC`}>
      {short ? whole.slice(5, 16) : whole}
    </time>
  );
}
