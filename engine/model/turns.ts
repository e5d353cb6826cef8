import type { ActionEntry, LogEntry, NestedCall, Outcome } from './log-entry.ts';

/** An oracle event whose result later turns use. The agent's own call of the tool in that turn stands in for it. */
export interface StandIn {
  readonly event: string;
  /** `App__function`, as the reference writes it. */
  readonly tool: string;
  readonly turn: number;
}

/** A logged call, or a call that another tool made. */
type Called = ActionEntry | NestedCall;

/** How many turns the agent has ended, each by a message to the user. */
export function turnsEnded(log: readonly LogEntry[]): number {
  let ended = 0;
  for (const entry of log) for (const call of callsOfAgent(entry)) if (endsTurn(call)) ended += 1;
  return ended;
}

const endsTurn = ({ action, outcome }: Called): boolean =>
  outcome.status === 'done' && action.app === 'AgentUserInterface' && action.tool === 'send_message_to_user';

/**
 * The agent's calls that stand in for oracle events, once the next turn has begun. Without a judge, every call of the
 * tool in its turn stands in.
 */
export function standIns(turns: readonly StandIn[], log: readonly LogEntry[]): ReadonlyMap<Called, string> {
  const names = new Map(turns.map(({ tool, turn, event }) => [`${turn} ${tool}`, event]));
  const begun = log.findLastIndex(
    (entry) =>
      entry.kind === 'condition' && entry.verdict === 'held' && /^condition_turn_\d+$/.test(entry.event),
  );
  const found = new Map<Called, string>();
  let turn = 0;
  for (const entry of log.slice(0, Math.max(0, begun)))
    for (const call of callsOfAgent(entry)) {
      const name = names.get(`${turn} ${call.action.app}__${call.action.tool}`);
      if (name !== undefined && call.outcome.status === 'done') found.set(call, name);
      if (endsTurn(call)) turn += 1;
    }
  return found;
}

/** The outcome of the first call that stands in for oracle event `name`. */
export function standIn(
  name: string,
  turns: readonly StandIn[],
  log: readonly LogEntry[],
): Outcome | undefined {
  if (!turns.some(({ event }) => event === name)) return undefined;
  for (const [call, event] of standIns(turns, log)) if (event === name) return call.outcome;
  return undefined;
}

const NOTHING: readonly Called[] = [];

/** The agent's calls in an entry: calls made by its tools stand before the call itself. */
function callsOfAgent(entry: LogEntry): readonly Called[] {
  if (!('action' in entry) || entry.quiet) return NOTHING;
  if (entry.calls.length === 0) return entry.kind === 'agent' ? [entry] : NOTHING;
  const within = ({ calls }: Pick<NestedCall, 'calls'>): readonly NestedCall[] =>
    calls.flatMap((call) => [...within(call), call]);
  const inner = entry.direct === true ? within(entry).filter(({ actor }) => actor === 'agent') : [];
  return entry.kind === 'agent' ? [...inner, entry] : inner;
}
