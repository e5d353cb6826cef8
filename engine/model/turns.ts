import type { EventId } from './values/ids.ts';
import type { Json } from './values/json.ts';
import type { ActionEntry, EntryHead, LogEntry, NestedCall } from './log-entry.ts';
import type { Outcome } from './outcome.ts';
import type { RunMode } from './run.ts';
import type { EventOutline, PlanOutline } from './plan/plan-outline.ts';
import { predecessors } from './plan/timing.ts';

/** An oracle event whose result later turns use. In that turn, the agent's own call of the same tool replaces the event. */
export interface Replacement {
  readonly event: string;
  /** `App__function`, in ARE's form. */
  readonly tool: string;
  readonly turn: number;
}

/** Decides, when the agent has ended a turn, whether the run continues. `log` ends with the agent's message. */
export type TurnJudge = (log: Iterable<LogEntry>) => TurnDecision;

export interface TurnDecision {
  /** Whether the turn has failed, which ends the run. */
  readonly isRejected: boolean;
  /** The results of the agent's calls that match oracle events, by the oracle event's id. */
  readonly results: ReadonlyMap<string, Json>;
}

/** The parts of a plan that determine its turns. */
type PlannedTurns = Pick<PlanOutline, 'events' | 'turnRule'>;

/** The parts of an event that determine its turn. */
interface InTurn {
  readonly id: string;
  /** The ids of its predecessors. */
  readonly after: readonly string[];
  /** Whether the event is the oracle's message to the user. */
  readonly endsTurn: boolean;
}

/**
 * How the turn of an event is found if several paths lead to it. By the longest path, it is the turn in which the event can
 * happen. ARE uses the path on which a breadth-first search first reaches the event, which can be a turn too early.
 */
export type TurnRule = 'longest-path' | 'first-path';

/**
 * The turn of each event that can be reached from an event without predecessors. It is the highest turn of its predecessors, or
 * the next one if one of them is the oracle's message to the user.
 */
export function turnsOf(events: readonly InTurn[], rule: TurnRule): ReadonlyMap<string, number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const successors = new Map<string, InTurn[]>(events.map(({ id }) => [id, []]));
  for (const event of events) for (const id of new Set(event.after)) successors.get(id)?.push(event);

  const turns = new Map<string, number>();
  const isOpen = (id: string): boolean => byId.has(id) && !turns.has(id);
  const queue = events.filter(({ after }) => after.length === 0);
  // `queue` grows while it is read.
  for (const event of queue) {
    if (turns.has(event.id) || (rule === 'longest-path' && event.after.some(isOpen))) continue;
    const known = event.after.map((id) => turns.get(id) ?? 0);
    const opens = event.after.some((id) => byId.get(id)?.endsTurn === true);
    turns.set(event.id, Math.max(0, ...known) + (opens ? 1 : 0));
    for (const next of successors.get(event.id)!) if (!turns.has(next.id)) queue.push(next);
  }
  return turns;
}

/**
 * Follows the turns of a run in its log. If events wait for the oracle's message to the user, a message of the agent also ends
 * the turn, and the agent's calls replace the oracle's calls of this turn.
 */
export class TurnTracker {
  /** The turn, from 0, of each oracle event that counts as done when the agent ends that turn. */
  readonly #ends: ReadonlyMap<EventId, number>;
  #turn = 0;

  constructor(plan: PlannedTurns) {
    this.#ends = turnEnds(plan);
  }

  /** Whether events of the plan wait for the agent's messages to the user. */
  get hasTurns(): boolean {
    return this.#ends.size > 0;
  }

  /** Whether the oracle event counts as done when the agent ends its turn. */
  isEnd(event: EventId): boolean {
    return this.#ends.has(event);
  }

  /**
   * Adds the next entry. Returns the oracle events that count as done now, because the agent has ended their turn; none while the
   * oracle plays the agent, because the oracle sends its own messages.
   */
  add(entry: EntryHead, mode: RunMode): readonly EventId[] {
    if (this.#ends.size === 0) return NO_EVENTS;
    const ended = agentCalls(entry).filter(endsTurn).length;
    if (ended === 0) return NO_EVENTS;
    // A message of the oracle's, or a script's in its place, releases its own successors and no others.
    const own = this.#ends.get(entry.event);
    if (own !== undefined) this.#turn = own + 1;
    if (mode === 'oracle' || own !== undefined || ('oracle' in entry && entry.oracle)) return NO_EVENTS;
    const from = this.#turn;
    this.#turn = from + ended;
    return [...this.#ends].flatMap(([id, turn]) => (turn >= from && turn < this.#turn ? [id] : []));
  }
}

const NO_EVENTS: readonly EventId[] = [];

/** The turns of oracle events for which the user, the environment or a later turn waits; none in a plan with one turn. */
function turnEnds(plan: PlannedTurns): ReadonlyMap<EventId, number> {
  const awaited = new Map<EventId, number>();
  if (!plan.events.some(endsAgentTurn)) return awaited;
  const oracle = new Map(plan.events.flatMap((event) => (event.oracle === true ? [[event.id, event]] : [])));
  const turns = turnsOfPlan(plan);
  for (const event of plan.events)
    for (const id of predecessors(event.timing)) {
      const turn = turns.get(id) ?? 0;
      if (oracle.has(id) && (event.oracle !== true || turn < (turns.get(event.id) ?? 0)))
        awaited.set(id, turn);
    }
  return [...awaited.keys()].some((id) => endsAgentTurn(oracle.get(id)!)) ? awaited : new Map();
}

const endsAgentTurn = ({ action, oracle }: EventOutline): boolean =>
  oracle === true && action?.tool === MESSAGE_TO_USER;

const turnsOfPlan = ({ events, turnRule = 'longest-path' }: PlannedTurns): ReadonlyMap<string, number> =>
  turnsOf(
    events.map((event) => ({
      id: event.id,
      after: predecessors(event.timing),
      endsTurn: endsAgentTurn(event),
    })),
    turnRule,
  );

/** The oracle events of a scenario. The agent's call of the same tool in the same turn replaces each. */
export function replacementsOf(plan: PlannedTurns): readonly Replacement[] {
  const turns = turnsOfPlan(plan);
  return plan.events.flatMap(({ id, oracle, action }) =>
    oracle === true && action !== undefined
      ? [{ event: id, tool: `${action.app}__${action.tool}`, turn: turns.get(id) ?? 0 }]
      : [],
  );
}

/** A logged call, or a call that another tool made. */
type CallLike = Omit<ActionEntry, 'changes'> | NestedCall;

/**
 * Returns a function that counts the turns that the agent has ended in a log. On repeated calls with a growing log, it reads only
 * the new entries.
 */
export function turnCounter(): (log: readonly LogEntry[]) => number {
  let ended = 0;
  let read = 0;
  let last: LogEntry | undefined;
  return (log) => {
    // Another run of the same plan has another log.
    if (read > log.length || (read > 0 && log[read - 1] !== last)) [ended, read] = [0, 0];
    for (; read < log.length; read++) {
      last = log[read]!;
      for (const call of agentCalls(last)) if (endsTurn(call)) ended += 1;
    }
    return ended;
  };
}

const MESSAGE_TO_USER = 'send_message_to_user';

const endsTurn = ({ action, outcome }: CallLike): boolean =>
  outcome.status === 'done' && action.tool === MESSAGE_TO_USER;

/**
 * The agent's calls that replace oracle events, once the next turn has begun. Without a judge, every call of the tool in its
 * turn replaces the event.
 *
 * @param begun the number of entries when the last turn began; by default, the position where the condition of a turn last held
 */
export function replacementCalls(
  turns: readonly Replacement[],
  log: readonly LogEntry[],
  begun = log.findLastIndex(beginsTurn),
): ReadonlyMap<CallLike, string> {
  const names = new Map(turns.map(({ tool, turn, event }) => [`${turn} ${tool}`, event]));
  const found = new Map<CallLike, string>();
  let turn = 0;
  for (const entry of log.slice(0, Math.max(0, begun)))
    for (const call of agentCalls(entry)) {
      const name = names.get(`${turn} ${call.action.app}__${call.action.tool}`);
      if (name !== undefined && call.outcome.status === 'done') found.set(call, name);
      if (endsTurn(call)) turn += 1;
    }
  return found;
}

/** Whether the entry is the condition that begins a turn in ARE. */
const beginsTurn = (entry: LogEntry): boolean =>
  entry.kind === 'condition' && entry.verdict === 'held' && /^condition_turn_\d+$/.test(entry.event);

/** The outcome of the first call that replaces oracle event `name`. */
export function replacementOutcome(
  name: string,
  turns: readonly Replacement[],
  log: readonly LogEntry[],
  begun?: number,
): Outcome | undefined {
  if (!turns.some(({ event }) => event === name)) return undefined;
  for (const [call, event] of replacementCalls(turns, log, begun)) if (event === name) return call.outcome;
  return undefined;
}

const NOTHING: readonly CallLike[] = [];

/** The agent's calls in an entry. Calls made by tools come before the call itself. */
function agentCalls(entry: EntryHead): readonly CallLike[] {
  if (!('action' in entry) || entry.quiet) return NOTHING;
  if (entry.calls.length === 0) return entry.kind === 'agent' ? [entry] : NOTHING;
  const within = ({ calls }: Pick<NestedCall, 'calls'>): readonly NestedCall[] =>
    calls.flatMap((call) => [...within(call), call]);
  const inner = entry.direct === true ? within(entry).filter(({ actor }) => actor === 'agent') : [];
  return entry.kind === 'agent' ? [...inner, entry] : inner;
}
