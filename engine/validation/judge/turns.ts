import {
  type CompletedEvent,
  endsAgentTurn,
  endsScenarioTurn,
  JudgeError,
  type PlannedEvent,
} from './events.ts';
import { eventsThatCount } from './filters.ts';

/**
 * The turn of each event of a scenario that can be reached from an event that waits for nothing. An event is in the highest
 * turn of the events it waits for, and in the next one if any of them is the oracle's message to the user.
 *
 * As in the reference, one breadth-first walk settles each event when it first gets there: an event that also waits for events
 * on a longer path can be put into a turn too early.
 */
export function turnsOfScenario(events: readonly PlannedEvent[]): ReadonlyMap<string, number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const successors = new Map<string, PlannedEvent[]>(events.map(({ id }) => [id, []]));
  for (const event of events) for (const id of new Set(event.after)) successors.get(id)?.push(event);

  const turns = new Map<string, number>();
  const queue = events.filter(({ after }) => after.length === 0);
  // `queue` grows while it is read.
  for (const event of queue) {
    if (turns.has(event.id)) continue;
    const known = event.after.map((id) => turns.get(id) ?? 0);
    const opens = event.after.some((id) => byId.has(id) && endsScenarioTurn(byId.get(id)!));
    turns.set(event.id, Math.max(0, ...known) + (opens ? 1 : 0));
    for (const next of successors.get(event.id)!) if (!turns.has(next.id)) queue.push(next);
  }
  return turns;
}

/** The number of turns that a scenario has. */
export const numberOfTurns = (turns: ReadonlyMap<string, number>): number =>
  [...turns.values()].reduce((last, turn) => Math.max(last, turn), 0) + 1;

/**
 * The events of the agent's log that count, by turn: each message of the agent to the user ends one. The last list is what
 * came after the last message.
 *
 * Of several events with one id the last decides the turn of all, as in the reference.
 */
export function turnsOfAgent(
  log: readonly CompletedEvent[],
  agentOnly: boolean,
): readonly (readonly CompletedEvent[])[] {
  const events = [...eventsThatCount(log, agentOnly)].sort((one, other) => one.time - other.time);
  const turnOf = new Map<string, number>();
  let turn = 0;
  for (const event of events) {
    turnOf.set(event.id, turn);
    if (endsAgentTurn(event)) turn += 1;
  }
  const turns: CompletedEvent[][] = Array.from({ length: turn + 1 }, () => []);
  for (const event of events) turns[turnOf.get(event.id)!]!.push(event);
  return turns;
}

/** @throws {JudgeError} when the agent never got to that turn. */
export function turnOfAgent(
  turns: readonly (readonly CompletedEvent[])[],
  turn: number,
): readonly CompletedEvent[] {
  const events = turns[turn];
  if (events === undefined)
    throw new JudgeError(`The agent did not reach turn ${turn + 1}: it ended ${turns.length - 1} turns.`);
  return events;
}
