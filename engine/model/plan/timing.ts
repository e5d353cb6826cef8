import type { EventId } from '../values/ids.ts';
import { after, later, seconds, type SimSpan, type SimTime } from '../values/time.ts';

/** An edge of the event graph: this event waits for `event`, and then for `delay`. */
export interface Edge {
  readonly event: EventId;
  readonly delay: SimSpan;
}

/** The due time of an event. It never fires before all its predecessors. */
export type Timing =
  | { readonly kind: 'from-start'; readonly delay: SimSpan }
  | { readonly kind: 'after'; readonly edges: readonly [Edge, ...Edge[]] }
  | { readonly kind: 'at'; readonly time: SimTime; readonly after: readonly EventId[] };

/** The declared time of an event, from an author or a trace. */
interface DeclaredTiming {
  /** The event is due at this instant. */
  readonly time?: SimTime | undefined;
  /** The event is due this long after the start of the run. Counts only without a `time`. */
  readonly offset?: SimSpan | undefined;
  /** The event is not due before these events; their delays count only without `time` and `offset`. */
  readonly edges: readonly Edge[];
}

/** The timing of an event in a run that begins at `start`. */
export function timingFrom({ time, offset, edges }: DeclaredTiming, start: SimTime): Timing {
  const [first, ...rest] = edges;
  if (first === undefined)
    return time === undefined
      ? { kind: 'from-start', delay: offset ?? seconds(0) }
      : { kind: 'at', time, after: NONE };
  if (time === undefined && offset === undefined) return { kind: 'after', edges: [first, ...rest] };
  const fixed = time ?? after(start, offset!);
  return { kind: 'at', time: later(fixed, start), after: edges.map(({ event }) => event) };
}

const NONE: readonly [] = [];

/** The predecessors of an event, each with its delay. An event with a fixed time has no delays. */
export function dependencies(
  timing: Timing,
): readonly { readonly event: EventId; readonly delay?: SimSpan | undefined }[] {
  switch (timing.kind) {
    case 'from-start':
      return NONE;
    case 'after':
      return timing.edges;
    case 'at':
      return timing.after.map((event) => ({ event }));
  }
}

/** The ids of an event's predecessors, each once. */
export function predecessors(timing: Timing): readonly EventId[] {
  switch (timing.kind) {
    case 'from-start':
      return NONE;
    case 'after':
      return timing.edges.length === 1
        ? [timing.edges[0].event]
        : [...new Set(timing.edges.map(({ event }) => event))];
    case 'at':
      return timing.after.length === 0 ? NONE : [...new Set(timing.after)];
  }
}

/** The due time of an event if it had no predecessors. */
export const dueByItself = (timing: Timing, start: SimTime): SimTime =>
  timing.kind === 'at' ? timing.time : timing.kind === 'from-start' ? after(start, timing.delay) : start;

/**
 * The due time of an event: each delay counts from the time of its predecessor, and the latest sum decides.
 *
 * @param timeOf The time of a predecessor.
 * @returns `undefined` when the due time depends on an event without a time.
 */
export function dueTime(
  timing: Timing,
  start: SimTime,
  timeOf: (event: EventId) => SimTime | undefined,
): SimTime | undefined {
  let due = dueByItself(timing, start);
  if (timing.kind !== 'after') return due;
  for (const { event, delay } of timing.edges) {
    const time = timeOf(event);
    if (time === undefined) return undefined;
    due = later(due, after(time, delay));
  }
  return due;
}
