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

/** The entry that stands in for the oracle's event `name`: the agent's first such call, once its turn is over. */
export function standIn(
  name: string,
  turns: readonly StandIn[],
  log: readonly LogEntry[],
): ActionEntry | undefined {
  const wanted = turns.find(({ event }) => event === name);
  return wanted === undefined ? undefined : standInsFor(wanted, log)[0];
}

/** All calls of the agent's that go by the name of `wanted`. Without a judge every call of the tool in its turn does. */
export function standInsFor({ tool, turn }: StandIn, log: readonly LogEntry[]): readonly ActionEntry[] {
  const begun = (number: number): number =>
    log.findIndex(
      (entry) => entry.event === turnCondition(number) && 'verdict' in entry && entry.verdict === 'held',
    );
  const from = turn === 0 ? 0 : begun(turn);
  const to = begun(turn + 1);
  if (from < 0 || to < 0) return [];
  return log
    .slice(from, to)
    .filter(
      (entry): entry is ActionEntry =>
        entry.kind === 'agent' &&
        entry.direct === true &&
        !entry.quiet &&
        entry.outcome.status === 'done' &&
        `${entry.action.app}__${entry.action.tool}` === tool,
    );
}
