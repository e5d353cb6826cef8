import { eventId } from '../../../../engine/model/values/ids.ts';
import type { EventOutline } from '../../../../engine/model/plan/plan-outline.ts';
import type { SimSpan } from '../../../../engine/model/values/time.ts';

/** A user event that waits for the events in `before`. */
export const waiting = (id: string, ...before: readonly string[]): EventOutline => {
  const [first, ...rest] = before.map((event) => ({ event: eventId(event), delay: 0 as SimSpan }));
  return {
    id: eventId(id),
    kind: 'user',
    place: undefined,
    timing:
      first === undefined
        ? { kind: 'from-start', delay: 0 as SimSpan }
        : { kind: 'after', edges: [first, ...rest] },
  };
};
