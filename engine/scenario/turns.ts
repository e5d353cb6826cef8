import type { ActionEntry, LogEntry, NestedCall } from '../model/log-entry.ts';
import type { Outcome } from '../model/outcome.ts';

/** An oracle's event whose result later turns use: the agent's own call of that tool, in that turn, stands in for it. */
export interface StandIn {
  readonly event: string;
  /** `App__function`, as the field writes it. */
  readonly tool: string;
  readonly turn: number;
}

/** The condition that begins a turn. */
export const turnCondition = (turn: number): string => `condition_turn_${turn}`;

/** True for the agent's message that ends its turn. */
export const endsAgentsTurn = (entry: LogEntry): entry is ActionEntry =>
  entry.kind === 'agent' &&
  entry.outcome.status === 'done' &&
  !entry.quiet &&
  entry.action.app === 'AgentUserInterface' &&
  entry.action.tool === 'send_message_to_user';

/** A call in the log: of an entry, or of a tool that another called. */
type Called = ActionEntry | NestedCall;

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
  for (const entry of log.slice(0, Math.max(0, begun))) {
    if (!('action' in entry) || entry.quiet) continue;
    for (const call of callsOfAgent(entry)) {
      const name = names.get(`${turn} ${call.action.app}__${call.action.tool}`);
      if (name !== undefined && call.outcome.status === 'done') found.set(call, name);
    }
    if (endsAgentsTurn(entry)) turn += 1;
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

/** What the agent called: the tools that a tool of its own call called stand before that. */
function callsOfAgent(entry: ActionEntry): readonly Called[] {
  const within = ({ calls }: Pick<NestedCall, 'calls'>): readonly NestedCall[] =>
    calls.flatMap((call) => [...within(call), call]);
  const inner = entry.direct === true ? within(entry).filter(({ actor }) => actor === 'agent') : [];
  return entry.kind === 'agent' ? [...inner, entry] : inner;
}
