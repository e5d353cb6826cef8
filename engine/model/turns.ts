import type { ActionEntry, LogEntry, NestedCall, Outcome } from './log-entry.ts';

/** An oracle's event whose result later turns use: the agent's own call of that tool, in that turn, stands in for it. */
export interface StandIn {
  readonly event: string;
  /** `App__function`, as the field writes it. */
  readonly tool: string;
  readonly turn: number;
}

/** A call in the log: of an entry, or of a tool that another called. */
type Called = ActionEntry | NestedCall;

/** How often the agent has ended its turn, by a message to the user. */
export function turnsEnded(log: readonly LogEntry[]): number {
  let ended = 0;
  for (const entry of log) for (const call of callsOfAgent(entry)) if (endsTurn(call)) ended += 1;
  return ended;
}

const endsTurn = ({ action, outcome }: Called): boolean =>
  outcome.status === 'done' && action.app === 'AgentUserInterface' && action.tool === 'send_message_to_user';

/**
 * The calls of the agent's that go by the name of an oracle's event. They do once the next turn has begun. Without a
 * judge every call of the tool in its turn does.
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

/** What came of the call that stands in for the oracle's event `name`: the first that goes by it. */
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

/** What the agent called: the tools that a tool of its own call called stand before that. */
function callsOfAgent(entry: LogEntry): readonly Called[] {
  if (!('action' in entry) || entry.quiet) return NOTHING;
  if (entry.calls.length === 0) return entry.kind === 'agent' ? [entry] : NOTHING;
  const within = ({ calls }: Pick<NestedCall, 'calls'>): readonly NestedCall[] =>
    calls.flatMap((call) => [...within(call), call]);
  const inner = entry.direct === true ? within(entry).filter(({ actor }) => actor === 'agent') : [];
  return entry.kind === 'agent' ? [...inner, entry] : inner;
}
