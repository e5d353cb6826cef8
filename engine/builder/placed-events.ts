import { ToolError } from '../apps/tool.ts';
import type { ConditionEvent, Question, ScenarioEvent, Timing } from '../model/event.ts';
import { appName, eventId } from '../model/ids.ts';
import { fromSeconds, later, seconds, type SimTime } from '../model/time.ts';
import { turnsEnded } from '../scenario/turns.ts';
import { comparatorOf } from '../trace/time-comparators.ts';
import type { BuiltEvent } from './built-event.ts';
import { turnOf, type TraceEvents } from './events-of-trace.ts';
import { patchOrder } from './patch-order.ts';

/** The events of a trace as a run takes them, and what could not be made of them. `start` is in seconds. */
export function placed(
  { events, heldAt }: TraceEvents,
  start: number,
): { readonly events: readonly ScenarioEvent[]; readonly notes: readonly string[] } {
  // Turns that begin with conditions are in order already.
  const notes = events.some(({ type }) => type === 'CONDITION') ? [] : patched(events, start);
  return { events: events.map((event) => eventOf(event, heldAt, fromSeconds(start))), notes };
}

/** As in the field, before an oracle's run: a turn's message to the user waits for all of its turn. */
function patched(events: readonly BuiltEvent[], start: number): readonly string[] {
  try {
    patchOrder(events, start);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof ToolError)) throw thrown;
    return [`events: messages to the user do not wait for their turns: ${thrown.message}`];
  }
}

const actors = { AGENT: 'agent', USER: 'user', ENV: 'environment' } as const;

function eventOf(event: BuiltEvent, heldAt: ReadonlyMap<string, number>, start: SimTime): ScenarioEvent {
  const named = { id: eventId(event.id), timing: timingOf(event, start), place: undefined };
  if (event.type === 'STOP') return { ...named, kind: 'stop' };
  if (event.type === 'CONDITION') return { ...named, ...conditionOf(event, heldAt) };
  const comparator = comparatorOf(event.comparator);
  return {
    ...named,
    kind: actors[event.type],
    action: { app: appName(event.app), tool: event.tool, args: event.args },
    oracle: event.type === 'AGENT',
    onFailure: 'continue',
    ...(comparator === undefined ? {} : { comparator }),
  };
}

function timingOf({ dependencies, relative = 0, at }: BuiltEvent, start: SimTime): Timing {
  const [first, ...rest] = dependencies.map((event) => ({ event: eventId(event), delay: seconds(relative) }));
  if (at !== undefined)
    return { kind: 'at', time: later(fromSeconds(at), start), after: dependencies.map(eventId) };
  return first === undefined
    ? { kind: 'from-start', delay: seconds(relative) }
    : { kind: 'after', edges: [first, ...rest] };
}

function conditionOf(
  { id, tool }: BuiltEvent,
  heldAt: ReadonlyMap<string, number>,
): Omit<ConditionEvent, 'id' | 'timing' | 'place'> {
  const turn = turnOf(tool);
  const held = fromSeconds(heldAt.get(id) ?? 0);
  const holds: Question<never> =
    turn === undefined ? (_world, { now }) => now >= held : (_world, { log }) => turnsEnded(log) >= turn;
  return { kind: 'condition', name: tool === '' ? id : tool, holds, every: 1, timeout: undefined };
}
