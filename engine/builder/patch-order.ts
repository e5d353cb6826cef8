import { endsTurn, type BuiltEvent } from './built-event.ts';
import { accumulate, turnsOf } from './turn-index.ts';

/**
 * Makes each turn's first message to the user wait for the latest events of its turn.
 *
 * @throws {ToolError} `ValueError` when an event has a time of its own before those it waits for.
 */
export function patchOrder(events: readonly BuiltEvent[], start: number): void {
  const turns = turnsOf(events);
  const times = accumulate(events, start);
  const byId = new Map(events.map((event) => [event.id, event]));
  for (const turn of new Set(turns.values())) {
    const inTurn = [...turns].flatMap(([id, other]) => (other === turn ? (byId.get(id) ?? []) : []));
    const message = inTurn.find(endsTurn);
    if (message === undefined) continue;
    const latest = Math.max(...inTurn.map(({ id }) => times.get(id)!));
    for (const event of inTurn) {
      if (event === message || times.get(event.id) !== latest || message.dependencies.includes(event.id))
        continue;
      message.dependencies.push(event.id);
      event.successors.push(message.id);
    }
  }
}
