import type { ActionEntry, LogEntry } from '../model/log-entry.ts';

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

/**
 * The calls of the agent's that go by the name of an oracle's event, by their index. They do once the next turn has
 * begun. Without a judge every call of the tool in its turn does.
 */
export function standIns(turns: readonly StandIn[], log: readonly LogEntry[]): ReadonlyMap<number, string> {
  const names = new Map(turns.map(({ tool, turn, event }) => [`${turn} ${tool}`, event]));
  const begun = log.findLastIndex(
    (entry) =>
      entry.kind === 'condition' && entry.verdict === 'held' && /^condition_turn_\d+$/.test(entry.event),
  );
  const found = new Map<number, string>();
  let turn = 0;
  for (const entry of log.slice(0, Math.max(0, begun))) {
    if (entry.kind !== 'agent' || entry.outcome.status === 'skipped' || entry.quiet) continue;
    const name = names.get(`${turn} ${entry.action.app}__${entry.action.tool}`);
    if (name !== undefined && entry.outcome.status === 'done') found.set(entry.index, name);
    if (endsAgentsTurn(entry)) turn += 1;
  }
  return found;
}

/** The entry that stands in for the oracle's event `name`: the first that goes by it. */
export function standIn(
  name: string,
  turns: readonly StandIn[],
  log: readonly LogEntry[],
): LogEntry | undefined {
  if (!turns.some(({ event }) => event === name)) return undefined;
  for (const [index, event] of standIns(turns, log)) if (event === name) return log[index];
  return undefined;
}
