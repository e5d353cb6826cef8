import type { JSX } from 'react';
import type { SimTime } from '../../engine/model/index.ts';
import { formatMoment } from '../format/clock.ts';

/** An instant in UTC, day and time. */
export function When({ time }: { readonly time: SimTime | undefined }): JSX.Element | null {
  if (time === undefined) return null;
  const whole = formatMoment(time);
  return (
    <time className="when number" title={`${whole} UTC`}>
      {whole}
    </time>
  );
}
