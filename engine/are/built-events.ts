import type { JsonObject } from '../model/index.ts';
import { refuse } from '../world/index.ts';

/** Kinds of events that scenario files hold, in the field's words. */
export type BuiltType = 'AGENT' | 'ENV' | 'USER' | 'CONDITION' | 'STOP';

/** An event as a scenario file describes it. Times are seconds. */
export interface BuiltEvent {
  readonly id: string;
  readonly type: BuiltType;
  readonly app: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** After the latest of those it waits for, or after the start. */
  relative: number | undefined;
  readonly at: number | undefined;
  readonly comparator: string | undefined;
  /** Ids, in the order in which they were linked. */
  dependencies: string[];
  successors: string[];
}

/** True for the agent's message that ends a turn. */
export const endsTurn = ({ type, app, tool }: BuiltEvent): boolean =>
  type === 'AGENT' && app === 'AgentUserInterface' && tool === 'send_message_to_user';

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
