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
  const [first, ...rest] = edges;
  if (first === undefined)
    return time === undefined
      ? { kind: 'from-start', delay: offset ?? seconds(0) }
      : { kind: 'at', time, after: [] };
  const fixed = time ?? (offset === undefined ? undefined : after(start, offset));
  if (fixed === undefined) return { kind: 'after', edges: [first, ...rest] };
  return { kind: 'at', time: later(fixed, start), after: edges.map(({ event }) => event) };
}

/** Says so when `declaration` waits for an event, or uses the result of one, that this scenario has not declared. */
export function dangling(
  { waitsFor, place }: Declaration,
  results: readonly object[],
  ids: ReadonlyMap<object, EventId>,
): readonly Problem[] {
  if (waitsFor.every(({ event }) => ids.has(event)) && results.every((source) => ids.has(source))) return [];
  const message = 'found that it waits for an event of another run, wanted one that this run declares';
  return [{ severity: 'error', message, place }];
}
