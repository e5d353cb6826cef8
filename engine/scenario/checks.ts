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

/** The events of a scenario, and what there is to know of them. */
export interface Graph {
  readonly events: readonly ScenarioEvent[];
  /** Ids that the author gave. */
  readonly named: ReadonlySet<EventId>;
  readonly start: SimTime;
  readonly duration: SimSpan | undefined;
  readonly tickPolicy: TickPolicy;
}

/** What is wrong or odd with `graph`: a cycle, events that never fire, placeholders that stay text, ties. */
export function checkGraph({ events, named, start, duration, tickPolicy }: Graph): readonly Problem[] {
  const known = new Map<EventId, ScenarioEvent>();
  for (const event of events) known.set(event.id, event);
  const { cycle, nodes: ordered } = topologicalOrder(known, ({ timing }) =>
    dependencies(timing).map(({ event }) => event),
  );
  if (cycle !== undefined) return [cycleProblem(cycle)];
  const outlooks = outlooksOf(ordered, start, tickPolicy);
  const stop = sureStop(ordered, outlooks, start);
  const limit = duration === undefined ? undefined : after(start, duration);
  const end = stop === undefined || limit === undefined ? (stop ?? limit) : earlier(stop, limit);
  return [
    ...few(unreachable(ordered, outlooks, end), 'events that never fire'),
    ...few(placeholders(events, known, outlooks), 'placeholders that stay as text'),
    ...few(ties(events, named, outlooks), 'times at which ids decide'),
  ];
}

/** How much of a cycle is told. */
const MOST_NAMED = 12;

function cycleProblem(cycle: readonly ScenarioEvent[]): Problem {
  const names = [...cycle, cycle[0]!].map(({ id }) => `"${id}"`);
  const left = names.length - MOST_NAMED;
  const ids = (left > 1 ? [...names.slice(0, MOST_NAMED - 1), `${left} more`, names.at(-1)!] : names).join(
    ' waits for ',
  );
  return {
    severity: 'error',
    message: `found a cycle: ${ids}; wanted events that do not wait for themselves`,
    place: cycle[0]!.place,
  };
}

/** Warns of what happens the moment the run begins, where its author most likely meant it to come at another time. */
export function early(events: readonly ScenarioEvent[], start: SimTime): readonly Problem[] {
  const othersAct = events.some((event) => 'action' in event && event.kind !== 'agent' && !event.dormant);
  return events
    .filter(({ dormant }) => dormant !== true)
    .flatMap((event): readonly Problem[] => {
      const message = beforeStart(event, start) ?? (atStart(event) ? misplaced(event, othersAct) : undefined);
      return message === undefined ? [] : [{ severity: 'warning', message, place: event.place }];
    });
}

const beforeStart = ({ id, timing }: ScenarioEvent, start: SimTime): string | undefined =>
  timing.kind === 'at' && timing.time < start
    ? `found "${id}" at ${formatInstant(timing.time)}, wanted a time from the run's start on, ${formatInstant(start)}; it fires then`
    : undefined;

const atStart = ({ timing }: ScenarioEvent): boolean => timing.kind === 'from-start' && timing.delay === 0;

function misplaced(event: ScenarioEvent, othersAct: boolean): string | undefined {
  if (event.kind === 'validation' && event.timeout === 1 && event.milestones.length > 0)
    return `found "${event.id}" looking once, as the run begins, wanted .timeout(ticks) or .untilTheEnd(), or something to wait for`;
  if ('oracle' in event && event.oracle && othersAct)
    return `found the oracle's "${event.id}" as the run begins, wanted it .after(…) what it answers, or .at(…) a time`;
  return undefined;
}

const MOST = 10;

/** `problems`, or the first few of them and how many more there are. */
export function few(problems: readonly Problem[], what: string): readonly Problem[] {
  const [first] = problems;
  if (first === undefined || problems.length <= MOST) return problems;
  const rest: Problem = {
    severity: first.severity,
    message: `found ${problems.length - MOST} more ${what}`,
    place: undefined,
  };
  return [...problems.slice(0, MOST), rest];
}

/** Warns of validations that pass whatever happens, because nothing is to be checked. */
export const idle = (events: readonly ScenarioEvent[]): readonly Problem[] =>
  events
    .filter((event) => 'milestones' in event && event.milestones.length + event.minefields.length === 0)
    .map(({ id, place }) => ({
      severity: 'warning',
      message: `found "${id}" with nothing to check, wanted a milestone or a minefield`,
      place,
    }));

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
function outlooksOf(events: readonly ScenarioEvent[], start: SimTime, tickPolicy: TickPolicy): Outlooks {
  const outlooks = new Map<EventId, Outlook>();
  const checks = new Set<EventId>();
  for (const { id, kind, timing } of events) {
    let earliest = dueByItself(timing, start);
    let sure = tickPolicy === 'by-event';
    let round = 0;
    for (const { event: before, delay = NO_DELAY } of dependencies(timing)) {
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

type Known = ReadonlyMap<string, ScenarioEvent>;

/** Warns of placeholders in `events` that will stay text, for what they name has not happened by then, or has no answer. */
function placeholders(
  events: readonly ScenarioEvent[],
  known: Known,
  outlooks: Outlooks,
): readonly Problem[] {
  const problems: Problem[] = [];
  for (const event of events) {
    if (!('action' in event) || event.literal === true) continue;
    const { args } = event.action;
    for (const name in args) {
      const value = args[name];
      const id = typeof value === 'string' && value.includes('{{') ? parsePlaceholder(value)?.id : undefined;
      const found = id === undefined ? undefined : fault(id, event, known, outlooks);
      if (found === undefined) continue;
      const message = `${name}: found a placeholder for ${found}; it stays as text`;
      problems.push({ severity: 'warning', message, place: event.place });
    }
  }
  return problems;
}

function fault(id: string, event: ScenarioEvent, known: Known, outlooks: Outlooks): string | undefined {
  // One check of a condition goes by a name of its own.
  const named = known.get(id) ?? known.get(id.replace(/-CHECK_\d+$/, ''));
  if (named === undefined) return `"${id}", wanted the id of an event`;
  if (named.kind === 'condition' && !/CHECK_\d+/.test(id))
    return `"${id}", a condition, wanted one of its checks, such as ${checkName(id, 0)}`;
  if (named === event) return 'the event itself, wanted another';
  if (named.kind === 'stop' || named.kind === 'agent-validation')
    return `"${id}", which answers nothing, wanted an event with an answer`;
  const own = outlooks.get(event.id)!;
  const other = outlooks.get(named.id)!;
  if (own.sure && firesAfter(named.id, other, event.id, own))
    return `"${id}", which fires later, wanted one before`;
  return undefined;
}

function firesAfter(id: EventId, one: Outlook, otherId: EventId, other: Outlook): boolean {
  if (one.earliest !== other.earliest) return one.earliest > other.earliest;
  if (!one.sure || one.round < other.round) return false;
  return one.round > other.round || compareCodePoints(id, otherId) > 0;
}

/** When a stop ends the run, whatever its agent does and its checks answer; nothing where none is sure to. */
function sureStop(
  ordered: readonly ScenarioEvent[],
  outlooks: Outlooks,
  start: SimTime,
): SimTime | undefined {
  const releasing = new Set<EventId>();
  let end: SimTime | undefined;
  for (const event of ordered) {
    const { earliest, sure } = outlooks.get(event.id)!;
    const fires =
      sure &&
      event.dormant !== true &&
      dependencies(event.timing).every(({ event: id }) => releasing.has(id));
    if (!fires) continue;
    if (event.kind === 'stop') end = end === undefined ? earliest : earlier(end, earliest);
    else if ('action' in event && !event.oracle && event.onFailure === 'continue') releasing.add(event.id);
  }
  // One that is due before the start ends the run as it begins.
  return end === undefined ? undefined : later(start, end);
}

const MOST_NAMES = 3;

/** Notes where events with ids of their own fire at one time with nothing between them, so that these ids decide the order. */
function ties(
  events: readonly ScenarioEvent[],
  named: ReadonlySet<EventId>,
  outlooks: Outlooks,
): readonly Problem[] {
  const sure = events.filter(({ id, dormant }) => !dormant && named.has(id) && outlooks.get(id)!.sure);
  const groups = groupBy(sure, ({ id }) => {
    const { earliest, round } = outlooks.get(id)!;
    return `${earliest} ${round}`;
  });
  return Array.from(groups.values())
    .filter((group) => group.length > 1)
    .map((group) => tie(group, outlooks));
}

function tie(group: readonly ScenarioEvent[], outlooks: Outlooks): Problem {
  const last = group.at(-1)!;
  const ids = group.map(({ id }) => id).sort(compareCodePoints);
  const listed = quotedList(ids, MOST_NAMES);
  const time = formatInstant(outlooks.get(last.id)!.earliest);
  const message =
    `found ${ids.length} events at ${time} with nothing between them: ${listed} fire in the order of their ids; ` +
    'wanted times, or one after another, where the order matters';
  return { severity: 'note', message, place: last.place };
}

/** Warns of the events that never fire: after a stop, or after the run's `end`. Of what waits for them only they are told. */
function unreachable(
  ordered: readonly ScenarioEvent[],
  outlooks: Outlooks,
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
    const { earliest } = outlooks.get(id)!;
    const late = end !== undefined && earliest > end;
    if (!follows && stop === undefined && !late) continue;
    lost.add(id);
    if (follows) continue;
    const found =
      stop === undefined
        ? `due at ${formatInstant(earliest)} at the earliest`
        : `waiting for "${stop}", which ends the run`;
    const wanted =
      stop === undefined ? `a time up to the run's end, ${formatInstant(end!)}` : 'another event';
    problems.push({ severity: 'warning', message: `found "${id}" ${found}, wanted ${wanted}`, place });
  }
  return problems;
}
