import type { Edge, Timing } from '../model/event.ts';
import type { EventId } from '../model/ids.ts';
import type { Problem } from '../model/problem.ts';
import { after, later, seconds, type SimTime } from '../model/time.ts';
import type { Declaration } from './declaration.ts';

/** When `declaration` is due; `results` are the declarations whose results it uses, for whoever needs a result waits for it. */
export function timingOf(
  { offset, time, waitsFor }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
  start: SimTime,
): Timing {
  if (waitsFor.length === 0 && results.length === 0) return unconditional(offset, time);
  const edges: Edge[] = [];
  for (const { event, delay } of waitsFor) {
    const id = ids.get(event);
    if (id !== undefined) edges.push({ event: id, delay });
  }
  for (const source of results) {
    const event = ids.get(source);
    if (event !== undefined && !edges.some((edge) => edge.event === event))
      edges.push({ event, delay: seconds(0) });
  }
  if (!isSome(edges)) return unconditional(offset, time);
  const fixed = time ?? (offset === undefined ? undefined : after(start, offset));
  if (fixed === undefined) return { kind: 'after', edges };
  return { kind: 'at', time: later(fixed, start), after: edges.map(({ event }) => event) };
}

/** The timing of an event that waits for no other. */
const unconditional = (offset = seconds(0), time?: SimTime): Timing =>
  time === undefined ? { kind: 'from-start', delay: offset } : { kind: 'at', time, after: [] };

const isSome = (edges: readonly Edge[]): edges is readonly [Edge, ...Edge[]] => edges.length > 0;

/** Says so when `declaration` waits for an event, or uses the result of one, that this scenario has not declared. */
export function dangling(
  { waitsFor, place }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
): Problem | undefined {
  let isWhole = true;
  for (const { event } of waitsFor) isWhole &&= ids.has(event);
  for (const source of results) isWhole &&= ids.has(source);
  if (isWhole) return undefined;
  const message = 'found that it waits for an event of another run, wanted one that this run declares';
  return { severity: 'error', message, place };
}
