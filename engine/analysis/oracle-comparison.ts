import {
  type Action,
  type ActionEntry,
  after,
  type Difference,
  type EventId,
  dueTime,
  type EventOutline,
  type EntryHead,
  isSameTool,
  type Json,
  type JsonObject,
  type ResultLookup,
  type OracleMatch,
  getOwn,
  parsePlaceholder,
  type PlanOutline,
  predecessors,
  parseReference,
  REMINDING,
  seconds,
  type SimSpan,
  type SimTime,
  type TimeComparator,
  type Timing,
  topologicalOrder,
  resolveReferences,
} from '../model/index.ts';
import { differencesBetween, type IsSame } from './differences.ts';

type Wanted = EventOutline & { readonly action: Action };
/** Whether a call of a tool counts, which is declared to do that, if it is known. */
type Writes = (action: Action, effect: 'read' | 'write' | undefined) => boolean;

/**
 * What the agent did held against what the oracle does, in the oracle's order; then what it did besides.
 *
 * Only calls that write count, and only those that were carried out: `writes` says which do. A call is matched by its event
 * where the oracle itself acted, else to the first of the same tool with the same arguments, with other words, or at last
 * with other arguments. Each is matched once.
 */
export function compareWithOracle(
  { start, events }: Pick<PlanOutline, 'start' | 'events'>,
  log: Iterable<EntryHead>,
  writes: Writes,
): readonly OracleMatch[] {
  const { acts, fired } = read(log, writes);
  const wanted = sorted(events.filter(isWanted).filter(({ action, effect }) => writes(action, effect)));
  const matched = matches(wanted, acts, fired);
  const happened = (id: EventId): EntryHead | undefined => matched.get(id) ?? fired.get(id);
  const taken = new Set([...matched.values()].map(({ index }) => index));
  return [
    ...wanted.map((event) => matchOf(event, matched.get(event.id), happened, start)),
    ...acts.filter(({ index }) => !taken.has(index)).map(extra),
  ];
}

const sorted = (events: readonly Wanted[]): readonly Wanted[] =>
  topologicalOrder(new Map(events.map((event) => [event.id, event])), ({ timing }) => predecessors(timing))
    .nodes;

const isWanted = (event: EventOutline): event is Wanted =>
  event.oracle === true && event.action !== undefined;

/** What the agent did, and what else happened, by its event: the first time that something came of it. */
function read(
  log: Iterable<EntryHead>,
  writes: Writes,
): { readonly acts: readonly Act[]; readonly fired: ReadonlyMap<EventId, EntryHead> } {
  const acts: Act[] = [];
  const fired = new Map<EventId, EntryHead>();
  for (const entry of log) {
    if (entry.outcome.status !== 'done' || ('verdict' in entry && entry.verdict === 'waiting')) continue;
    if (!fired.has(entry.event)) fired.set(entry.event, entry);
    if (
      entry.kind === 'agent' &&
      entry.action.tool !== REMINDING &&
      writes(entry.action, entry.action.effect)
    )
      acts.push(entry);
  }
  return { acts, fired };
}

function matches(
  wanted: readonly Wanted[],
  acts: readonly Act[],
  fired: ReadonlyMap<EventId, EntryHead>,
): ReadonlyMap<EventId, Act> {
  const matched = new Map<EventId, Act>();
  const open = new OpenCalls(acts);
  const match = (event: Wanted, act: Act): void => {
    matched.set(event.id, act);
    open.take(act);
  };

  const ids = new Map(wanted.map((event) => [event.id, event]));
  for (const act of acts) {
    const event = ids.get(act.event);
    if (event !== undefined && !matched.has(event.id) && isSameTool(event.action, act.action))
      match(event, act);
  }
  const lookup = lookupIn(matched, fired);
  for (const nearest of ['same', 'reworded', 'other'] as const)
    for (const event of wanted) {
      if (matched.has(event.id)) continue;
      const args = wantedArguments(event.action.args, lookup);
      const act = open.nearest(event.action, args, nearest);
      if (act !== undefined) match(event, act);
    }
  return matched;
}

function matchOf(
  { id: event, action, place, timing, comparator }: Wanted,
  act: Act | undefined,
  happened: (id: EventId) => EntryHead | undefined,
  start: PlanOutline['start'],
): OracleMatch {
  const lookup = (id: string) => valueOf(happened(id as EventId));
  const args = wantedArguments(action.args, lookup);
  const wanted = { event, action: { ...action, args: { ...action.args, ...args } }, place };
  if (act === undefined)
    return { ...wanted, status: 'missing', entry: undefined, differences: [], offset: undefined };

  const differences = argumentDifferences(args, givenIn(act));
  const time = wantedTime({ timing, ...(comparator && { comparator }) }, start, (id) => happened(id)?.time);
  const offset = time === undefined ? undefined : act.time - time;
  const before = predecessors(timing).some((id) => act.index < (happened(id)?.index ?? -1));
  const when = before ? 'early' : timeliness(offset ?? 0, comparator);
  return {
    ...wanted,
    status: statusOf(nearnessOf(differences), when),
    entry: act.index,
    differences,
    offset,
  };
}

function statusOf(nearness: Nearness, when: ReturnType<typeof timeliness>): OracleMatch['status'] {
  if (nearness === 'other') return 'wrong-argument';
  if (when !== 'in-time') return when;
  return nearness === 'same' ? 'matched' : 'reworded';
}

function extra({ event, action: { app, tool, args, resolved = args }, index }: Act): OracleMatch {
  const action = { app, tool, args: resolved };
  return {
    status: 'extra',
    event,
    action,
    place: undefined,
    entry: index,
    differences: [],
    offset: undefined,
  };
}

const valueOf = (entry: EntryHead | undefined) =>
  entry?.outcome.status === 'done' ? entry.outcome.value : undefined;

const lookupIn =
  (matched: ReadonlyMap<EventId, Act>, fired: ReadonlyMap<EventId, EntryHead>) => (id: string) =>
    valueOf(matched.get(id as EventId) ?? fired.get(id as EventId));

/** A call of the agent's. */
export type Act = Omit<ActionEntry, 'changes'>;

/** How many calls with other arguments are held against one of the oracle's. */
const MOST_OTHERS = 20;

/** The calls of one tool that are not matched, and the same by the likeness of some of their arguments. */
interface Calls {
  readonly open: Set<Act>;
  readonly alike: Map<string, ReadonlyMap<string, Set<Act>>>;
}

/** The agent's calls that are not matched with one of the oracle's. */
class OpenCalls {
  readonly #byTool = new Map<string, Calls>();

  constructor(acts: readonly Act[]) {
    for (const act of acts) {
      const tool = toolOf(act.action);
      const calls = this.#byTool.get(tool);
      if (calls === undefined) this.#byTool.set(tool, { open: new Set([act]), alike: new Map() });
      else calls.open.add(act);
    }
  }

  take(act: Act): void {
    this.#byTool.get(toolOf(act.action))?.open.delete(act);
  }

  /**
   * The first call of the tool of `action` whose arguments come as near to `args` as `wanted`. Of those with other arguments,
   * the one with the fewest differences among the first {@link MOST_OTHERS}: so many that are all different tell nobody more.
   */
  nearest(action: Action, args: Action['args'], wanted: Nearness): Act | undefined {
    const calls = this.#byTool.get(toolOf(action));
    if (calls === undefined) return undefined;
    if (wanted === 'other') return fewest(calls.open, args);
    const names = Object.keys(args).filter((name) => wanted === 'same' || !isWorded(name));
    const alike = alikeIn(calls, names).get(likeness(args, names));
    for (const act of alike ?? [])
      if (!calls.open.has(act)) alike!.delete(act);
      else if (nearnessOf(argumentDifferences(args, givenIn(act))) === wanted) return act;
    return undefined;
  }
}

function alikeIn({ open, alike }: Calls, names: readonly string[]): ReadonlyMap<string, Set<Act>> {
  const key = JSON.stringify(names);
  const known = alike.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, Set<Act>>();
  for (const act of open) {
    const like = likeness(givenIn(act), names);
    if (!made.get(like)?.add(act)) made.set(like, new Set([act]));
  }
  alike.set(key, made);
  return made;
}

function fewest(open: ReadonlySet<Act>, args: Action['args']): Act | undefined {
  let nearest: Act | undefined;
  let least = Infinity;
  let looked = 0;
  for (const act of open) {
    if (looked++ === MOST_OTHERS) break;
    const { length } = argumentDifferences(args, givenIn(act));
    if (length >= least) continue;
    nearest = act;
    least = length;
  }
  return nearest;
}

/** What a call's tool was called with. */
const givenIn = ({ action: { args, resolved = args } }: Act): Action['args'] => resolved;

const toolOf = ({ app, tool }: Action): string => `${app} ${tool}`;

/** Arguments that people word in many ways. Source: those that the field's judge leaves to a language model. */
const WORDED: ReadonlySet<string> = new Set([
  'content',
  'description',
  'end_location',
  'location',
  'start_location',
  'subject',
  'title',
  'updates',
]);

/** How near a call's arguments come to those of the oracle. */
export type Nearness = 'same' | 'reworded' | 'other';

/** The arguments of the oracle, results in place. Those that need what is not known are left out. */
function wantedArguments(args: JsonObject, lookup: ResultLookup): JsonObject {
  const known = Object.entries(args).filter(([, value]) =>
    sources(value).every((id) => lookup(id) !== undefined),
  );
  return resolveReferences(Object.fromEntries(known), lookup);
}

/** Where `found` differs from what is `wanted`. What either leaves out or leaves empty is the same; so is another order of texts. */
export function argumentDifferences(wanted: JsonObject, found: JsonObject): readonly Difference[] {
  return Object.keys(wanted).flatMap((name): readonly Difference[] => {
    const [a, b] = [wanted[name]!, getOwn(found, name) ?? null];
    if ((isEmpty(a) && isEmpty(b)) || isSameSet(a, b)) return [];
    return differencesBetween(a, b, sameText, [name]);
  });
}

function nearnessOf(differences: readonly Difference[]): Nearness {
  if (differences.length === 0) return 'same';
  return differences.every(({ path: [name] }) => isWorded(String(name))) ? 'reworded' : 'other';
}

/** Whether the argument `name` is one that people word in many ways. */
const isWorded = (name: string): boolean => WORDED.has(name);

/** A text that is the same for all arguments between which {@link argumentDifferences} finds none under `names`. */
const likeness = (args: JsonObject, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => gist(getOwn(args, name) ?? null)));

/** The same for all values that count as the same; others may have it too, for what is in objects is not looked at. */
function gist(value: Json): string | number | boolean | null | readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (typeof value !== 'object') return value;
  if (isEmpty(value)) return null;
  return isTexts(value) ? inOrder(value) : ['an object, or a list of them'];
}

const sameText: IsSame = (one, other) => one.trim() === other.trim();

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

function isSameSet(one: Json, other: Json): boolean {
  if (!isTexts(one) || !isTexts(other) || one.length !== other.length) return false;
  const sorted = inOrder(other);
  return inOrder(one).every((text, at) => text === sorted[at]);
}

/** Trimmed first: a space in front would put a text elsewhere. */
const inOrder = (texts: readonly string[]): readonly string[] => texts.map((text) => text.trim()).sort();

const isTexts = (value: Json): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** The events whose results `value` needs. */
function sources(value: Json): readonly string[] {
  const named = typeof value === 'string' ? parsePlaceholder(value) : parseReference(value);
  if (named !== undefined) return [named.id];
  return typeof value === 'object' && value !== null ? Object.values<Json>(value).flatMap(sources) : [];
}

/** Source: the defaults of the field's judge. */
const MAY_BE_EARLY = seconds(10);
const MAY_BE_LATE = seconds(25);
const TELLING_DELAY = seconds(1);

interface Timed {
  readonly timing: Timing;
  readonly comparator?: TimeComparator;
}

/**
 * When the oracle's event is due, counted from when what it waits for happened in this run. Nothing where some of that did
 * not happen, or where its delay is too short to mean anything.
 */
function wantedTime(
  { timing, comparator }: Timed,
  start: SimTime,
  timeOf: (id: EventId) => SimTime | undefined,
): SimTime | undefined {
  if (timing.kind === 'at') return timing.time;
  const tells = (delay: SimSpan): boolean => comparator !== undefined || delay > TELLING_DELAY;
  if (timing.kind === 'from-start') return tells(timing.delay) ? after(start, timing.delay) : undefined;

  return timing.edges.some(({ delay }) => tells(delay)) ? dueTime(timing, start, timeOf) : undefined;
}

/** Whether a call that came `offset` microseconds after its time was in time. */
function timeliness(offset: number, comparator: TimeComparator | undefined): 'late' | 'early' | 'in-time' {
  if (offset > MAY_BE_LATE && comparator !== 'greater-than') return 'late';
  if (offset + MAY_BE_EARLY < 0 && comparator !== 'less-than') return 'early';
  return 'in-time';
}
