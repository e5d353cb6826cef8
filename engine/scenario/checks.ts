import {
  after,
  checkName,
  compareCodePoints,
  earlier,
  type EventId,
  formatInstant,
  groupBy,
  later,
  type TickPolicy,
  parsePlaceholder,
  quotedList,
  type Problem,
  type ScenarioEvent,
  seconds,
  type SimSpan,
  type SimTime,
  dependencies,
  dueByItself,
  topologicalOrder,
} from '../model/index.ts';

/** The events of a scenario and its time settings. */
export interface EventGraph {
  readonly events: readonly ScenarioEvent[];
  /** Ids that the author chose. */
  readonly named: ReadonlySet<EventId>;
  readonly start: SimTime;
  readonly duration: SimSpan | undefined;
  readonly tickPolicy: TickPolicy;
}

/** Finds mistakes in the graph: a cycle, events that never fire, placeholders that stay text, ties between events. */
export function checkGraph({ events, named, start, duration, tickPolicy }: EventGraph): readonly Problem[] {
  const known = new Map<EventId, ScenarioEvent>();
  for (const event of events) known.set(event.id, event);
  const { cycle, nodes: ordered } = topologicalOrder(known, ({ timing }) =>
    dependencies(timing).map(({ event }) => event),
  );
  if (cycle !== undefined) return [cycleProblem(cycle)];
  const forecasts = forecast(ordered, start, tickPolicy);
  const stop = certainStopTime(ordered, forecasts, start);
  const limit = duration === undefined ? undefined : after(start, duration);
  const end = stop === undefined || limit === undefined ? (stop ?? limit) : earlier(stop, limit);
  return [
    ...firstProblems(unreachableEvents(ordered, forecasts, end), 'events that never fire'),
    ...firstProblems(unresolvedPlaceholders(events, known, forecasts), 'placeholders that stay as text'),
    ...firstProblems(tieNotes(events, named, forecasts), 'times at which ids decide'),
    ...(end === undefined ? firstProblems(endlessChecks(events), 'checks without an end') : []),
  ];
}

/** Warnings about checks without a timeout: if they never hold, a run without a duration never ends. */
const endlessChecks = (events: readonly ScenarioEvent[]): readonly Problem[] =>
  events.flatMap((event): readonly Problem[] => {
    const isPolled = event.kind === 'condition' || event.kind === 'validation';
    if (!isPolled || event.timeout !== undefined || event.dormant === true) return [];
    const message = `"${event.id}" is checked until the run ends, and nothing ends the run if it never holds. Add .timeout(ticks), or a duration to the scenario.`;
    return [{ severity: 'warning', message, place: event.place }];
  });

/** The maximum number of a cycle's events that a message names. */
const MAX_NAMED = 12;

function cycleProblem(cycle: readonly ScenarioEvent[]): Problem {
  const names = [...cycle, cycle[0]!].map(({ id }) => `"${id}"`);
  const left = names.length - MAX_NAMED;
  const ids = (left > 1 ? [...names.slice(0, MAX_NAMED - 1), `${left} more`, names.at(-1)!] : names).join(
    ' waits for ',
  );
  return {
    severity: 'error',
    message: `These events wait for each other in a cycle: ${ids}. Remove one of these dependencies.`,
    place: cycle[0]!.place,
  };
}

/** Warns of events that are due when the run starts, where the author most likely meant another time. */
export function startProblems(events: readonly ScenarioEvent[], start: SimTime): readonly Problem[] {
  const othersAct = events.some((event) => 'action' in event && event.kind !== 'agent' && !event.dormant);
  return events
    .filter(({ dormant }) => dormant !== true)
    .flatMap((event): readonly Problem[] => {
      const message =
        beforeStart(event, start) ?? (isDueAtStart(event) ? likelyMistake(event, othersAct) : undefined);
      return message === undefined ? [] : [{ severity: 'warning', message, place: event.place }];
    });
}

const beforeStart = ({ id, timing }: ScenarioEvent, start: SimTime): string | undefined =>
  timing.kind === 'at' && timing.time < start
    ? `"${id}" is at ${formatInstant(timing.time)}, before the run starts at ${formatInstant(start)}. It fires at the start.`
    : undefined;

const isDueAtStart = ({ timing }: ScenarioEvent): boolean =>
  timing.kind === 'from-start' && timing.delay === 0;

function likelyMistake(event: ScenarioEvent, othersAct: boolean): string | undefined {
  if (event.kind === 'validation' && event.timeout === 1 && event.milestones.length > 0)
    return `"${event.id}" is checked only once, when the run starts. Add .timeout(ticks), .untilTheEnd() or .after(…).`;
  if ('oracle' in event && event.oracle && othersAct)
    return `The oracle’s "${event.id}" is due when the run starts. Add .after(…) with the event it responds to, or .at(…).`;
  return undefined;
}

const MAX_PROBLEMS = 10;

/** The first of `problems`, and the number of the others, which the message calls `what`. */
export function firstProblems(problems: readonly Problem[], what: string): readonly Problem[] {
  const [first] = problems;
  if (first === undefined || problems.length <= MAX_PROBLEMS) return problems;
  const rest: Problem = {
    severity: first.severity,
    message: `There are ${problems.length - MAX_PROBLEMS} more ${what}.`,
    place: undefined,
  };
  return [...problems.slice(0, MAX_PROBLEMS), rest];
}

/** Warns of validations that have no checks, and so always pass. */
export const emptyValidations = (events: readonly ScenarioEvent[]): readonly Problem[] =>
  events
    .filter((event) => 'milestones' in event && event.milestones.length + event.minefields.length === 0)
    .map(({ id, place }) => ({
      severity: 'warning',
      message: `"${id}" has nothing to check. Add a milestone or a minefield.`,
      place,
    }));

/** The predicted time of an event, as far as it is known before a run. */
interface Forecast {
  /** The earliest time at which the event can fire. */
  readonly earliest: SimTime;
  /** Whether the event fires at that time if it fires at all, because its time depends on no check. */
  readonly sure: boolean;
  /** The number of events at the same time that must fire before this one, one after the other. */
  readonly round: number;
}

type Forecasts = ReadonlyMap<EventId, Forecast>;

const NO_DELAY = seconds(0);

/** Forecasts for `events`, sorted by dependency. With ticks no time is certain, because a due event waits for the next tick. */
function forecast(events: readonly ScenarioEvent[], start: SimTime, tickPolicy: TickPolicy): Forecasts {
  const forecasts = new Map<EventId, Forecast>();
  const checks = new Set<EventId>();
  for (const { id, kind, timing } of events) {
    let earliest = dueByItself(timing, start);
    let sure = tickPolicy === 'by-event';
    let round = 0;
    for (const { event: before, delay = NO_DELAY } of dependencies(timing)) {
      const predecessor = forecasts.get(before)!;
      const released = after(predecessor.earliest, delay);
      if (released > earliest) round = 0;
      earliest = later(earliest, released);
      if (predecessor.earliest === earliest) round = Math.max(round, predecessor.round + 1);
      sure &&= predecessor.sure && !checks.has(before);
    }
    forecasts.set(id, { earliest, sure, round });
    if (kind === 'condition' || kind === 'validation' || kind === 'agent-validation') checks.add(id);
  }
  return forecasts;
}

type EventsById = ReadonlyMap<string, ScenarioEvent>;

/** Warns of placeholders that stay text because the event they name has no result at that time. */
function unresolvedPlaceholders(
  events: readonly ScenarioEvent[],
  known: EventsById,
  forecasts: Forecasts,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const event of events) {
    if (!('action' in event) || event.literal === true) continue;
    const { args } = event.action;
    for (const name in args) {
      const value = args[name];
      const id = typeof value === 'string' && value.includes('{{') ? parsePlaceholder(value)?.id : undefined;
      const reason = id === undefined ? undefined : unresolvedReason(id, event, known, forecasts);
      if (reason === undefined) continue;
      const message = `${name}: the placeholder for "${id}" stays as text: ${reason}.`;
      problems.push({ severity: 'warning', message, place: event.place });
    }
  }
  return problems;
}

function unresolvedReason(
  id: string,
  event: ScenarioEvent,
  known: EventsById,
  forecasts: Forecasts,
): string | undefined {
  // Each check of a condition has a name of its own.
  const named = known.get(id) ?? known.get(id.replace(/-CHECK_\d+$/, ''));
  if (named === undefined) return 'no event has this id';
  if (named.kind === 'condition' && !/CHECK_\d+/.test(id))
    return `it is a condition, and only its checks have results, such as "${checkName(id, 0)}"`;
  if (named === event) return 'it is the event itself';
  if (named.kind === 'stop' || named.kind === 'agent-validation') return 'it has no result';
  const own = forecasts.get(event.id)!;
  const other = forecasts.get(named.id)!;
  if (own.sure && firesAfter(named.id, other, event.id, own)) return 'it fires later';
  return undefined;
}

function firesAfter(id: EventId, one: Forecast, otherId: EventId, other: Forecast): boolean {
  if (one.earliest !== other.earliest) return one.earliest > other.earliest;
  if (!one.sure || one.round < other.round) return false;
  return one.round > other.round || compareCodePoints(id, otherId) > 0;
}

/** The time at which a stop event certainly ends the run, whatever the agent and the checks do; `undefined` if there is none. */
function certainStopTime(
  ordered: readonly ScenarioEvent[],
  forecasts: Forecasts,
  start: SimTime,
): SimTime | undefined {
  const releasing = new Set<EventId>();
  let end: SimTime | undefined;
  for (const event of ordered) {
    const { earliest, sure } = forecasts.get(event.id)!;
    const fires =
      sure &&
      event.dormant !== true &&
      dependencies(event.timing).every(({ event: id }) => releasing.has(id));
    if (!fires) continue;
    if (event.kind === 'stop') end = end === undefined ? earliest : earlier(end, earliest);
    else if ('action' in event && !event.oracle && event.onFailure === 'continue') releasing.add(event.id);
  }
  // A stop that is due before the start ends the run at its start.
  return end === undefined ? undefined : later(start, end);
}

const MAX_NAMES = 3;

/** Notes events with ids chosen by the author that are due at the same time, so that only the ids decide their order. */
function tieNotes(
  events: readonly ScenarioEvent[],
  named: ReadonlySet<EventId>,
  forecasts: Forecasts,
): readonly Problem[] {
  const sure = events.filter(({ id, dormant }) => !dormant && named.has(id) && forecasts.get(id)!.sure);
  const groups = groupBy(sure, ({ id }) => {
    const { earliest, round } = forecasts.get(id)!;
    return `${earliest} ${round}`;
  });
  return Array.from(groups.values())
    .filter((group) => group.length > 1)
    .map((group) => tieNote(group, forecasts));
}

function tieNote(group: readonly ScenarioEvent[], forecasts: Forecasts): Problem {
  const last = group.at(-1)!;
  const ids = group.map(({ id }) => id).sort(compareCodePoints);
  const listed = quotedList(ids, MAX_NAMES);
  const time = formatInstant(forecasts.get(last.id)!.earliest);
  const message =
    `${ids.length} events are due at ${time} and fire in the order of their ids: ${listed}. ` +
    'If the order matters, give them different times or let one wait for another.';
  return { severity: 'note', message, place: last.place };
}

/** Warns of events that never fire, because they come after a stop or after `end`. Successors of such events are not listed. */
function unreachableEvents(
  ordered: readonly ScenarioEvent[],
  forecasts: Forecasts,
  end: SimTime | undefined,
): readonly Problem[] {
  const stops = new Set(ordered.filter(({ kind }) => kind === 'stop').map(({ id }) => id));
  if (stops.size === 0 && end === undefined) return [];
  const lost = new Set<EventId>();
  const problems: Problem[] = [];
  for (const { id, timing, place } of ordered) {
    let follows = false;
    let stop: EventId | undefined;
    for (const { event } of dependencies(timing)) {
      follows ||= lost.has(event);
      if (stops.has(event)) stop ??= event;
    }
    const { earliest } = forecasts.get(id)!;
    const late = end !== undefined && earliest > end;
    if (!follows && stop === undefined && !late) continue;
    lost.add(id);
    if (follows) continue;
    const reason =
      stop === undefined
        ? `it is due at ${formatInstant(earliest)} at the earliest, after the run ends at ${formatInstant(end!)}`
        : `it waits for "${stop}", which ends the run`;
    problems.push({ severity: 'warning', message: `"${id}" never fires: ${reason}.`, place });
  }
  return problems;
}
