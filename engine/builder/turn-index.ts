import { refuse } from '../apps/tool.ts';
import { endsTurn, type BuiltEvent } from './built-event.ts';

/**
 * The turn of each event: how many of the agent's messages to the user lie above it. As the reference counts, and in the order
 * in which it comes across them: one that is reached before what it waits for takes that to be of the first turn.
 */
export function turnsOf(events: readonly BuiltEvent[]): Map<string, number> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const turns = new Map<string, number>();
  const reached = new Set<string>();
  const queue = events.filter(({ dependencies }) => dependencies.length === 0);
  // It grows while it is gone through.
  for (const event of queue) {
    if (reached.has(event.id)) continue;
    reached.add(event.id);
    const before = event.dependencies.flatMap((id) => byId.get(id) ?? []);
    for (const { id } of [event, ...before]) if (!turns.has(id)) turns.set(id, 0);
    const turn = before.reduce((latest, { id }) => Math.max(latest, turns.get(id)!), 0);
    turns.set(event.id, before.some(endsTurn) ? turn + 1 : turn);
    for (const id of event.successors) {
      const successor = byId.get(id);
      if (successor !== undefined && !reached.has(id)) queue.push(successor);
    }
  }
  return turns;
}

/** Times that an event would have instead of its own. */
export interface Instead {
  readonly id: string;
  readonly relative: number | undefined;
  readonly at: number | undefined;
}

/**
 * When each event is due if all goes by the graph, in seconds.
 *
 * @throws {ToolError} `ValueError` when one has a time of its own before those it waits for.
 */
export function accumulate(
  events: readonly BuiltEvent[],
  start: number,
  instead?: Instead,
): Map<string, number> {
  const times = new Map<string, number>(events.map(({ id }) => [id, 0]));
  for (const event of events) {
    const before = event.dependencies.map((id) => times.get(id) ?? 0);
    const from = before.length === 0 ? start : before.reduce((time, other) => Math.max(time, other));
    const { at, relative } = event.id === instead?.id ? instead : event;
    if (at !== undefined && at < from)
      refuse(
        'ValueError',
        `Event ${event.id} has an absolute time of ${at}, which is less than the maximum predecessor time of ${from}.`,
      );
    times.set(event.id, at ?? from + (relative ?? 0));
  }
  return times;
}
