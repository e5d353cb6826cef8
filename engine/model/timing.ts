import type { EventId } from './ids.ts';
import { after, later, seconds, type SimSpan, type SimTime } from './time.ts';

/** One arrow of the event graph: this event waits for `event`, and then `delay` longer. */
export interface Edge {
  readonly event: EventId;
  readonly delay: SimSpan;
}

/** When an event is due. It never fires before everything it waits for has fired. */
export type Timing =
  | { readonly kind: 'from-start'; readonly delay: SimSpan }
  | { readonly kind: 'after'; readonly edges: readonly [Edge, ...Edge[]] }
  | { readonly kind: 'at'; readonly time: SimTime; readonly after: readonly EventId[] };

/** When an event should happen, as an author or a trace says it. */
interface DeclaredTiming {
  /** At this instant. */
  readonly time?: SimTime | undefined;
  /** This long after the start of the run. Counts only where there is no `time`. */
  readonly offset?: SimSpan | undefined;
  /** Not before these events; their delays count only where there is neither `time` nor `offset`. */
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

/** What an event waits for, each with the delay that counts from there. An event with a fixed time has no delays. */
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

/** The ids of the events that an event waits for, each once. */
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

/** When an event would be due if it waited for no other event. */
export const dueByItself = (timing: Timing, start: SimTime): SimTime =>
  timing.kind === 'at' ? timing.time : timing.kind === 'from-start' ? after(start, timing.delay) : start;

/**
 * When an event is due: each delay counts from the time of the event that is waited for, and the latest decides.
 *
 * @param timeOf The time of an event that is waited for.
 * @returns `undefined` when the due time depends on an event that has no time.
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
