import { turnsOf } from '../../model/index.ts';
import {
  type CompletedEvent,
  endsAgentTurn,
  endsScenarioTurn,
  eventsThatCount,
  JudgeError,
  type PlannedEvent,
} from './events.ts';

/** The turn of each event that can be reached from an event without predecessors, as ARE counts turns. */
export const turnsOfScenario = (events: readonly PlannedEvent[]): ReadonlyMap<string, number> =>
  turnsOf(
    events.map((event) => ({ ...event, endsTurn: endsScenarioTurn(event) })),
    'first-path',
  );

/**
 * The turn of each event of a log, by id. Each message from the agent to the user ends a turn. If several events share an id, the
 * last one counts.
 */
export function turnsInLog(inOrder: readonly CompletedEvent[]): ReadonlyMap<string, number> {
  const turnOf = new Map<string, number>();
  let turn = 0;
  for (const event of inOrder) {
    turnOf.set(event.id, turn);
    if (endsAgentTurn(event)) turn += 1;
  }
  return turnOf;
}

/** The log sorted by time. Events of the same time keep their order. */
export const byTime = (log: readonly CompletedEvent[]): readonly CompletedEvent[] =>
  [...log].sort((one, other) => one.time - other.time);

/** The number of turns that a scenario has. */
export const numberOfTurns = (turns: ReadonlyMap<string, number>): number =>
  [...turns.values()].reduce((last, turn) => Math.max(last, turn), 0) + 1;

/**
 * The compared events of the agent's log, by turn. Each message from the agent to the user ends a turn; the last list has the
 * events after the last message. If several events share an id, the last one determines the turn of all, as in ARE.
 */
export function turnsOfAgent(
  log: readonly CompletedEvent[],
  agentOnly: boolean,
): readonly (readonly CompletedEvent[])[] {
  const events = byTime(eventsThatCount(log, agentOnly));
  const turnOf = turnsInLog(events);
  const turns: CompletedEvent[][] = Array.from({ length: events.filter(endsAgentTurn).length + 1 }, () => []);
  for (const event of events) turns[turnOf.get(event.id)!]!.push(event);
  return turns;
}

/**
 * The events of a turn.
 * @throws {JudgeError} when the agent never reached that turn.
 */
export function turnOfAgent(
  turns: readonly (readonly CompletedEvent[])[],
  turn: number,
): readonly CompletedEvent[] {
  const events = turns[turn];
  if (events === undefined)
    throw new JudgeError(`The agent did not reach turn ${turn + 1}: it ended ${turns.length - 1} turns.`);
  return events;
}
