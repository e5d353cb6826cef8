import { waitsOf } from '../../kernel/event-graph.ts';
import type { Pacing } from '../../kernel/pace.ts';
import type { ScenarioEvent } from '../../model/event.ts';
import type { EventId } from '../../model/ids.ts';
import { after, later, seconds, type SimTime } from '../../model/time.ts';

/** What can be said of an event's time before a run. */
export interface Outlook {
  /** It fires at this time at the earliest. */
  readonly earliest: SimTime;
  /** Whether it fires just then if it fires at all: no answer of a check decides when. */
  readonly sure: boolean;
  /** How many events before it at the same time release one another: rounds fire one after the other. */
  readonly round: number;
}

export type Outlooks = ReadonlyMap<EventId, Outlook>;

const NO_DELAY = seconds(0);

/** The outlook of each of `events`, which come after all they wait for. By ticks nothing is sure: what is due waits for one. */
export function outlooksOf(events: readonly ScenarioEvent[], start: SimTime, pacing: Pacing): Outlooks {
  const outlooks = new Map<EventId, Outlook>();
  const checks = new Set<EventId>();
  for (const { id, kind, timing } of events) {
    let earliest = timing.kind === 'at' ? timing.time : start;
    if (timing.kind === 'from-start') earliest = after(start, timing.delay);
    let sure = pacing === 'by-event';
    let round = 0;
    for (const { event: before, delay = NO_DELAY } of waitsOf(timing)) {
      const outlook = outlooks.get(before)!;
      const released = after(outlook.earliest, delay);
      if (released > earliest) round = 0;
      earliest = later(earliest, released);
      if (outlook.earliest === earliest) round = Math.max(round, outlook.round + 1);
      sure &&= outlook.sure && !checks.has(before);
    }
    outlooks.set(id, { earliest, sure, round });
    if (kind === 'condition' || kind === 'validation' || kind === 'agent-validation') checks.add(id);
  }
  return outlooks;
}
