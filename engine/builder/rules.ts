import { refuse } from '../apps/tool.ts';
import { pythonLiteral } from '../model/python-text.ts';
import { endsTurn, type BuiltEvent, type BuiltType } from './built-event.ts';
import { accumulate, turnsOf } from './turn-index.ts';

/** An event that somebody wants to add, or to put in the place of `instead`. */
export interface Wanted {
  readonly type: BuiltType;
  readonly tool: string;
  readonly after: readonly string[];
  readonly relative: number | undefined;
  readonly at: number | undefined;
  readonly instead?: string;
}

const find = (events: readonly BuiltEvent[], id: string): BuiltEvent =>
  events.find((event) => event.id === id) ??
  refuse('ValueError', `Predecessor event with id '${id}' not found.`);

const isMessageToUser = ({ type, tool }: BuiltEvent): boolean =>
  type === 'AGENT' && tool === 'send_message_to_user';

const isMessageToAgent = ({ type, tool }: BuiltEvent): boolean =>
  (type === 'ENV' || type === 'USER') && tool === 'send_message_to_agent';

/** What may follow what. The words are the reference's. @throws {ToolError} `ValueError`. */
export function checkPredecessors(events: readonly BuiltEvent[], { type, tool, after }: Wanted): void {
  if (type === 'AGENT' && after.length === 0)
    refuse('ValueError', 'Agent events must have at least one predecessor event.');
  if (type === 'ENV') {
    if (after.length !== 1) refuse('ValueError', 'Env events must have only one predecessor event');
    const before = find(events, after[0]!);
    if (!isMessageToUser(before) && before.type === 'AGENT')
      refuse(
        'ValueError',
        'Env events can only have a send_message_to_agent or user/env event as a predecessor event.',
      );
  }
  for (const id of after)
    if (isMessageToUser(find(events, id)) && type !== 'ENV' && tool !== 'send_message_to_agent')
      refuse(
        'ValueError',
        `The ${tool} event is not allowed to link after send_message_to_user, only send_message_to_agent or Env event is allowed.`,
      );
}

/** Messages between the user and the agent lie on one connected part of the graph. @throws {ToolError} `ValueError`. */
export function checkOneDialogue(events: readonly BuiltEvent[], { tool, after, instead }: Wanted): void {
  if (tool !== 'send_message_to_agent' && tool !== 'send_message_to_user') return;
  let elsewhere = after.length === 0 ? events : unconnected(events, after);
  if (instead !== undefined) elsewhere = unconnected(elsewhere, [instead]);
  if (elsewhere.some((event) => isMessageToAgent(event) || isMessageToUser(event)))
    refuse(
      'ValueError',
      'Only one branch of the events graph should contain send_message_to_agent or send_message_to_user events. ' +
        'Found multiple branches with send_message_to_agent or send_message_to_user events.',
    );
}

function unconnected(events: readonly BuiltEvent[], from: readonly string[]): readonly BuiltEvent[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const connected = new Set(from);
  for (const id of connected) {
    const event = byId.get(id);
    for (const other of [...(event?.successors ?? []), ...(event?.dependencies ?? [])]) connected.add(other);
  }
  return events.filter(({ id }) => !connected.has(id));
}

/** The message to the user is the last of its turn. @throws {ToolError} `ValueError`; `KeyError` where there is no turn. */
export function checkTimes(events: readonly BuiltEvent[], start: number, wanted: Wanted): void {
  const { after, relative, at, tool, instead } = wanted;
  if (after.length === 0) return;
  const turns = turnsOf(events);
  // What waits for itself has no turn. The words are the reference's.
  const circular = after.find((id) => !turns.has(id));
  if (circular !== undefined) refuse('KeyError', pythonLiteral(circular));
  const turn = turns.get(after[0]!);
  if (after.some((id) => turns.get(id) !== turn))
    refuse('ValueError', 'Predecessor events do not belong to the same turn.');

  const byId = new Map(events.map((event) => [event.id, event]));
  const inTurn = [...turns].flatMap(([id, other]) => (other === turn ? (byId.get(id) ?? []) : []));
  if (inTurn.every((event) => event.relative === 1 || event.relative === 0)) return;

  const times = accumulate(inTurn, start, instead === undefined ? undefined : { id: instead, relative, at });
  const from = Math.max(...after.map((id) => times.get(id) ?? 0));
  // As in the reference a time of zero is not looked at.
  const time = relative ? from + relative : at ? at : undefined;
  if (time === undefined) return;

  const latest = Math.max(...times.values());
  if (tool === 'send_message_to_user') {
    if (time < latest)
      refuse(
        'ValueError',
        `send_message_to_user event's time (${time}) should be the maximum of the turn (${latest}).`,
      );
    return;
  }
  const message = inTurn.find(endsTurn);
  if (message === undefined || after.includes(message.id)) return;
  const last = times.get(message.id) ?? 0;
  if (last < time)
    refuse('ValueError', `New event's time (${time}) exceeds send_message_to_user event's time (${last}).`);
}
