import type { BriefStanding, EventOutline, LogEntry, PlanOutline, SimTime, States } from '../model/index.ts';
import { standingsOf } from './event-status.ts';

/** Everything about a run right after its latest entry, as JSON. Times are simulated microseconds. */
export interface Dump extends Partial<Omit<PlanOutline, 'events'>> {
  readonly now: SimTime;
  readonly past: readonly LogEntry[];
  /** The events that have not happened, in order of declaration; nothing is known of what traces were to do. */
  readonly future?: readonly (EventOutline & Pick<BriefStanding, 'standing'>)[];
  readonly apps: States;
}

/** What was to happen by `plan`, what has by `past`, and the `apps`' states after it. */
export function dumpOf(
  start: SimTime,
  plan: PlanOutline | undefined,
  past: readonly LogEntry[],
  apps: States,
): Dump {
  const now = past.at(-1)?.time ?? start;
  if (plan === undefined) return { start, now, past, apps };
  const { events, ...settings } = plan;
  const standings = standingsOf(plan, past, past.length - 1);
  const future = events
    .map((event, at) => ({ ...event, standing: standings[at]!.standing }))
    .filter(({ standing }) => standing.kind !== 'fired' && standing.kind !== 'impossible');
  return { ...settings, now, past, future, apps };
}
