import { predecessors } from '../kernel/event-graph.ts';
import { isSameTool, type Action } from '../model/action.ts';
import type { EventOutline, PlanOutline } from '../model/event-outline.ts';
import type { EventId } from '../model/ids.ts';
import type { Happening } from '../model/log-entry.ts';
import { REMINDING } from '../model/notification.ts';
import type { OracleMatch } from '../model/oracle.ts';
import { givenIn, OpenCalls, type Act } from './open-calls.ts';
import { argumentDifferences, nearnessOf, wantedArguments, type Nearness } from './oracle-arguments.ts';
import { inNeed } from './oracle-order.ts';
import { timeliness, wantedTime } from './oracle-time.ts';

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
export function judgeOracle(
  { start, events }: Pick<PlanOutline, 'start' | 'events'>,
  log: Iterable<Happening>,
  writes: Writes,
): readonly OracleMatch[] {
  const { acts, fired } = read(log, writes);
  const wanted = inNeed(events.filter(isWanted).filter(({ action, effect }) => writes(action, effect)));
  const matched = matches(wanted, acts, fired);
  const happened = (id: EventId): Happening | undefined => matched.get(id) ?? fired.get(id);
  const taken = new Set([...matched.values()].map(({ index }) => index));
  return [
    ...wanted.map((event) => matchOf(event, matched.get(event.id), happened, start)),
    ...acts.filter(({ index }) => !taken.has(index)).map(extra),
  ];
}

const isWanted = (event: EventOutline): event is Wanted =>
  event.oracle === true && event.action !== undefined;

/** What the agent did, and what else happened, by its event: the first time that something came of it. */
function read(
  log: Iterable<Happening>,
  writes: Writes,
): { readonly acts: readonly Act[]; readonly fired: ReadonlyMap<EventId, Happening> } {
  const acts: Act[] = [];
  const fired = new Map<EventId, Happening>();
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
  fired: ReadonlyMap<EventId, Happening>,
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
  happened: (id: EventId) => Happening | undefined,
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

const valueOf = (entry: Happening | undefined) =>
  entry?.outcome.status === 'done' ? entry.outcome.value : undefined;

const lookupIn =
  (matched: ReadonlyMap<EventId, Act>, fired: ReadonlyMap<EventId, Happening>) => (id: string) =>
    valueOf(matched.get(id as EventId) ?? fired.get(id as EventId));
