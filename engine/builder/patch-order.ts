import { groupBy } from '../model/group-by.ts';
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
  const inOrder = [...turns.keys()].map((id) => byId.get(id)!);
  for (const inTurn of groupBy(inOrder, ({ id }) => turns.get(id)!).values()) {
    const message = inTurn.find(endsTurn);
    if (message === undefined) continue;
    const latest = inTurn.reduce((time, { id }) => Math.max(time, times.get(id)!), -Infinity);
    const before = new Set(message.dependencies);
    const last = inTurn.filter(({ id }) => times.get(id) === latest && !before.has(id));
    // What comes after the message can be counted to its turn where it waits for the turn's first event as well.
    const after = last.some((event) => event !== message)
      ? comingAfter(message, byId)
      : new Set([message.id]);
    for (const event of last) {
      if (after.has(event.id)) continue;
      message.dependencies.push(event.id);
      event.successors.push(message.id);
    }
  }
}

/** The ids of `event` and of all that waits for it. */
function comingAfter(event: BuiltEvent, byId: ReadonlyMap<string, BuiltEvent>): ReadonlySet<string> {
  const found = new Set([event.id]);
  for (const id of found) for (const successor of byId.get(id)?.successors ?? []) found.add(successor);
  return found;
}
