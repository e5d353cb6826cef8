import type { JSX } from 'react';
import type { SimTime } from '../../engine/model/time.ts';
import { formatClock, formatDay } from '../format/clock.ts';

/** An instant in UTC, day and time. */
export function When({ time }: { readonly time: SimTime | undefined }): JSX.Element | null {
  if (time === undefined) return null;
  return <time className="when number">{`${formatDay(time)} ${formatClock(time)}`}</time>;
}
