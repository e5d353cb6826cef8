import type { SimTime, TimeComparator } from '../../model/index.ts';
import type { JudgeSettings } from './configuration.ts';
import type { OracleEvent } from './oracle-graph.ts';

/** The times of a parent in the two logs. */
export interface ParentTimes {
  readonly oracle: SimTime;
  readonly agent: SimTime;
}

/** The times at which a call is accepted, in microseconds. */
export interface TimeWindow {
  /** The origin of the times below: the parents' time in the agent's log, or the start of the scenario. */
  readonly from: SimTime;
  /** The time of the oracle's call. */
  readonly oracle: number;
  readonly earliest: number;
  readonly latest: number;
  readonly comparator: TimeComparator | undefined;
  /** Whether the scenario gives a time of day, not a delay. */
  readonly isAbsolute: boolean;
}

/**
 * The times at which a call matching `event` is accepted; `undefined` when any time is accepted, because the oracle called at
 * once.
 *
 * A delay counts from the parent that came last in the oracle's run, or from the start if there is none. Parents that were not
 * last there are ignored, even if they came last in the agent's run. If several parents were last together, the one that came
 * later in the agent's run counts.
 */
export function timeWindow(
  { time, absoluteTime, comparator }: OracleEvent,
  parents: readonly ParentTimes[],
  start: SimTime,
  settings: JudgeSettings,
): TimeWindow | undefined {
  const isAbsolute = absoluteTime !== undefined;
  const all = [{ oracle: start, agent: start }, ...parents];
  const last = all.reduce((latest, { oracle }) => Math.max(latest, oracle), -Infinity);
  const ofLast = all.filter(({ oracle }) => oracle === last);
  const from = isAbsolute
    ? start
    : (ofLast.reduce((latest, { agent }) => Math.max(latest, agent), -Infinity) as SimTime);
  const oracle = isAbsolute ? absoluteTime - start : time - last;
  if (!isAbsolute && comparator === undefined && oracle <= settings.threshold) return undefined;
  return {
    from,
    oracle,
    comparator,
    isAbsolute,
    earliest: comparator === 'less-than' ? -Infinity : oracle - settings.toleratedEarly,
    latest: comparator === 'greater-than' ? Infinity : oracle + settings.toleratedLate,
  };
}

/** The distance of `time` from the window in microseconds: negative when it is too early, 0 inside the window, bounds included. */
export function outsideWindow({ from, earliest, latest }: TimeWindow, time: SimTime): number {
  const delay = time - from;
  return delay < earliest ? delay - earliest : delay > latest ? delay - latest : 0;
}
