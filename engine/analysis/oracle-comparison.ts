import {
  type Action,
  type ActionEntry,
  after,
  type Difference,
  dueTime,
  type EntryHead,
  type EventId,
  type EventOutline,
  getOwn,
  isLeftOut,
  isSameTool,
  type Json,
  type JsonObject,
  type OracleMatch,
  parsePlaceholder,
  parseReference,
  type PlanOutline,
  predecessors,
  REMINDER_TOOL,
  resolveReferences,
  type ResultLookup,
  seconds,
  type SimSpan,
  type SimTime,
  type TimeComparator,
  topologicalOrder,
} from '../model/index.ts';
import { differencesBetween, type IsSame } from './entry-differences.ts';

type OracleEvent = EventOutline & { readonly action: Action };
type AgentCall = Omit<ActionEntry, 'changes'>;

/** Whether a call counts as a write. `effect` is the declared effect of its tool, if known. */
type IsWrite = (action: Action, effect: 'read' | 'write' | undefined) => boolean;

/**
 * Compares the agent's calls with the oracle's. Returns the oracle's calls, each after its predecessors, then the agent's calls
 * without a match. Only successful writes count.
 *
 * If the oracle itself acted, a call is matched by its event. Otherwise an oracle event matches the first call of the same tool
 * with the same arguments, then with reworded texts, then with other arguments. Each call is matched once.
 */
export function compareWithOracle(
  { start, events }: Pick<PlanOutline, 'start' | 'events'>,
  log: Iterable<EntryHead>,
  isWrite: IsWrite,
): readonly OracleMatch[] {
  const { calls, fired } = readLog(log, isWrite);
  const oracle = inOrder(
    events.filter(isOracleEvent).filter(({ action, effect }) => isWrite(action, effect)),
  );
  const matched = matchCalls(oracle, calls, fired);
  const entryOf = (event: EventId): EntryHead | undefined => matched.get(event) ?? fired.get(event);
  const taken = new Set(matched.values());
  return [
    ...oracle.map((event) => oracleMatch(event, matched.get(event.id), entryOf, start)),
    ...calls.filter((call) => !taken.has(call)).map(extraCall),
  ];
}

const isOracleEvent = (event: EventOutline): event is OracleEvent =>
  event.oracle === true && event.action !== undefined;

const inOrder = (events: readonly OracleEvent[]): readonly OracleEvent[] =>
  topologicalOrder(new Map(events.map((event) => [event.id, event])), ({ timing }) => predecessors(timing))
    .nodes;

/** The agent's writes, and the first entry of each event that was not skipped, failed or still waiting. */
function readLog(
  log: Iterable<EntryHead>,
  isWrite: IsWrite,
): { readonly calls: readonly AgentCall[]; readonly fired: ReadonlyMap<EventId, EntryHead> } {
  const calls: AgentCall[] = [];
  const fired = new Map<EventId, EntryHead>();
  for (const entry of log) {
    if (entry.outcome.status !== 'done' || ('verdict' in entry && entry.verdict === 'waiting')) continue;
    if (!fired.has(entry.event)) fired.set(entry.event, entry);
    if (entry.kind !== 'agent' || entry.action.tool === REMINDER_TOOL) continue;
    if (isWrite(entry.action, entry.action.effect)) calls.push(entry);
  }
  return { calls, fired };
}

/** The matching call of the agent for each of the oracle's events that has one. */
function matchCalls(
  oracle: readonly OracleEvent[],
  calls: readonly AgentCall[],
  fired: ReadonlyMap<EventId, EntryHead>,
): ReadonlyMap<EventId, AgentCall> {
  const matched = new Map<EventId, AgentCall>();
  const unmatched = new UnmatchedCalls(calls);
  const match = (event: OracleEvent, call: AgentCall): void => {
    matched.set(event.id, call);
    unmatched.delete(call);
  };

  const byId = new Map(oracle.map((event) => [event.id, event]));
  for (const call of calls) {
    const event = byId.get(call.event);
    if (event !== undefined && !matched.has(event.id) && isSameTool(event.action, call.action))
      match(event, call);
  }
  const results: ResultLookup = (id) => resultOf(matched.get(id as EventId) ?? fired.get(id as EventId));
  for (const closeness of ['same', 'reworded', 'different'] as const)
    for (const event of oracle) {
      if (matched.has(event.id)) continue;
      const args = expectedArguments(event.action.args, results);
      const call = unmatched.find(event.action, args, closeness);
      if (call !== undefined) match(event, call);
    }
  return matched;
}

const resultOf = (entry: EntryHead | undefined): Json | undefined =>
  entry?.outcome.status === 'done' ? entry.outcome.value : undefined;

function oracleMatch(
  { id: event, action, place, timing, comparator }: OracleEvent,
  call: AgentCall | undefined,
  entryOf: (event: EventId) => EntryHead | undefined,
  start: SimTime,
): OracleMatch {
  const args = expectedArguments(action.args, (id) => resultOf(entryOf(id as EventId)));
  const expected = { event, action: { ...action, args: { ...action.args, ...args } }, place };
  if (call === undefined)
    return { ...expected, status: 'missing', entry: undefined, differences: [], offset: undefined };

  const differences = argumentDifferences(args, resolvedArguments(call));
  const time = expectedTime({ timing, comparator }, start, (id) => entryOf(id)?.time);
  const offset = time === undefined ? undefined : call.time - time;
  const beforePredecessor = predecessors(timing).some((id) => call.index < (entryOf(id)?.index ?? -1));
  const timeliness = beforePredecessor ? 'early' : callTimeliness(offset ?? 0, comparator);
  const status = matchStatus(argumentCloseness(differences), timeliness);
  return { ...expected, status, entry: call.index, differences, offset };
}

function matchStatus(closeness: Closeness, timeliness: Timeliness): OracleMatch['status'] {
  if (closeness === 'different') return 'wrong-argument';
  if (timeliness !== 'in-time') return timeliness;
  return closeness === 'same' ? 'matched' : 'reworded';
}

function extraCall({
  event,
  action: { app, tool, args, resolved = args },
  index: entry,
}: AgentCall): OracleMatch {
  const action = { app, tool, args: resolved };
  return { status: 'extra', event, action, place: undefined, entry, differences: [], offset: undefined };
}

// Arguments

/** The similarity of the arguments of a call to the oracle's. */
type Closeness = 'same' | 'reworded' | 'different';

/** Arguments that can be worded in many ways. Source: ARE's judge leaves these arguments to a language model. */
const FREE_TEXTS: ReadonlySet<string> = new Set([
  'content',
  'description',
  'end_location',
  'location',
  'start_location',
  'subject',
  'title',
  'updates',
]);

/** The oracle's arguments with results filled in. An argument whose result is unknown is left out. */
function expectedArguments(args: JsonObject, results: ResultLookup): JsonObject {
  const known = Object.entries(args).filter(([, value]) =>
    eventsReferredTo(value).every((id) => results(id) !== undefined),
  );
  return resolveReferences(Object.fromEntries(known), results);
}

function eventsReferredTo(value: Json): readonly string[] {
  const reference = typeof value === 'string' ? parsePlaceholder(value) : parseReference(value);
  if (reference !== undefined) return [reference.id];
  return typeof value === 'object' && value !== null
    ? Object.values<Json>(value).flatMap(eventsReferredTo)
    : [];
}

const resolvedArguments = ({ action: { args, resolved = args } }: AgentCall): JsonObject => resolved;

/**
 * The differences between actual and expected arguments. A missing argument equals an empty one, and the order of texts in a list
 * does not count.
 */
export function argumentDifferences(expected: JsonObject, found: JsonObject): readonly Difference[] {
  return Object.keys(expected).flatMap((name): readonly Difference[] => {
    const [a, b] = [expected[name]!, getOwn(found, name) ?? null];
    if ((isLeftOut(a) && isLeftOut(b)) || isSameSet(a, b)) return [];
    return differencesBetween(a, b, isSameTrimmed, [name]);
  });
}

function argumentCloseness(differences: readonly Difference[]): Closeness {
  if (differences.length === 0) return 'same';
  return differences.every(({ path: [name] }) => FREE_TEXTS.has(String(name))) ? 'reworded' : 'different';
}

const isSameTrimmed: IsSame = (one, other) => one.trim() === other.trim();

function isSameSet(one: Json, other: Json): boolean {
  if (!isTextList(one) || !isTextList(other) || one.length !== other.length) return false;
  const sorted = trimmedAndSorted(other);
  return trimmedAndSorted(one).every((text, index) => text === sorted[index]);
}

const trimmedAndSorted = (texts: readonly string[]): readonly string[] =>
  texts.map((text) => text.trim()).sort();

const isTextList = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

// Finding a call

/** The maximum number of calls of a tool that are compared to find the most similar one. */
const MAX_COMPARED = 20;

/** The agent's calls that match no oracle event so far. */
class UnmatchedCalls {
  readonly #byTool = new Map<string, CallsOfTool>();

  constructor(calls: readonly AgentCall[]) {
    for (const call of calls) {
      const tool = toolKey(call.action);
      const known = this.#byTool.get(tool);
      if (known === undefined) this.#byTool.set(tool, { calls: new Set([call]), indexes: new Map() });
      else known.calls.add(call);
    }
  }

  delete(call: AgentCall): void {
    this.#byTool.get(toolKey(call.action))?.calls.delete(call);
  }

  /**
   * The first call of the tool of `action` whose arguments are as similar to `args` as `closeness` requires. For different
   * arguments, the call with the fewest differences among the first {@link MAX_COMPARED}.
   */
  find({ app, tool }: Action, args: JsonObject, closeness: Closeness): AgentCall | undefined {
    const ofTool = this.#byTool.get(toolKey({ app, tool }));
    if (ofTool === undefined) return undefined;
    if (closeness === 'different') return fewestDifferences(ofTool.calls, args);
    const names = Object.keys(args).filter((name) => closeness === 'same' || !FREE_TEXTS.has(name));
    const candidates = indexBy(names, ofTool).get(argumentsKey(args, names));
    for (const call of candidates ?? [])
      if (!ofTool.calls.has(call)) candidates!.delete(call);
      else if (argumentCloseness(argumentDifferences(args, resolvedArguments(call))) === closeness)
        return call;
    return undefined;
  }
}

interface CallsOfTool {
  readonly calls: Set<AgentCall>;
  /** Calls by the {@link argumentsKey} of some of their arguments, by the names of those arguments. */
  readonly indexes: Map<string, ReadonlyMap<string, Set<AgentCall>>>;
}

const toolKey = ({ app, tool }: Pick<Action, 'app' | 'tool'>): string => `${app} ${tool}`;

function indexBy(
  names: readonly string[],
  { calls, indexes }: CallsOfTool,
): ReadonlyMap<string, Set<AgentCall>> {
  const key = JSON.stringify(names);
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = new Map<string, Set<AgentCall>>();
  for (const call of calls) {
    const callKey = argumentsKey(resolvedArguments(call), names);
    if (!index.get(callKey)?.add(call)) index.set(callKey, new Set([call]));
  }
  indexes.set(key, index);
  return index;
}

/**
 * A key that is equal for arguments in which {@link argumentDifferences} finds no difference under `names`. Different arguments
 * may share a key, because it ignores the contents of objects.
 */
const argumentsKey = (args: JsonObject, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => keyOf(getOwn(args, name) ?? null)));

function keyOf(value: Json): string | number | boolean | null | readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value !== 'object') return value;
  if (isLeftOut(value)) return null;
  return isTextList(value) ? trimmedAndSorted(value) : ['an object, or a list of them'];
}

function fewestDifferences(calls: ReadonlySet<AgentCall>, args: JsonObject): AgentCall | undefined {
  let closest: AgentCall | undefined;
  let least = Infinity;
  let compared = 0;
  for (const call of calls) {
    if (compared++ === MAX_COMPARED) break;
    const { length } = argumentDifferences(args, resolvedArguments(call));
    if (length >= least) continue;
    closest = call;
    least = length;
  }
  return closest;
}

// Time

// Source of these three constants: the defaults of ARE's judge.
const TOLERATED_EARLY = seconds(10);
const TOLERATED_LATE = seconds(25);
/** The shortest delay of the oracle that requires a time. */
const LEAST_DELAY = seconds(1);

type Timeliness = 'late' | 'early' | 'in-time';

/**
 * The expected time of the oracle's event, counted from the times of its predecessors in this run; `undefined` if one of them
 * did not happen, or the delay is too short to require a time.
 */
function expectedTime(
  { timing, comparator }: Pick<OracleEvent, 'timing' | 'comparator'>,
  start: SimTime,
  timeOf: (event: EventId) => SimTime | undefined,
): SimTime | undefined {
  const asksForTime = (delay: SimSpan): boolean => comparator !== undefined || delay > LEAST_DELAY;
  switch (timing.kind) {
    case 'at':
      return timing.time;
    case 'from-start':
      return asksForTime(timing.delay) ? after(start, timing.delay) : undefined;
    case 'after':
      return timing.edges.some(({ delay }) => asksForTime(delay))
        ? dueTime(timing, start, timeOf)
        : undefined;
  }
}

/** Whether a call that came `offset` microseconds after the expected time was in time. */
function callTimeliness(offset: number, comparator: TimeComparator | undefined): Timeliness {
  if (offset > TOLERATED_LATE && comparator !== 'greater-than') return 'late';
  if (offset + TOLERATED_EARLY < 0 && comparator !== 'less-than') return 'early';
  return 'in-time';
}
