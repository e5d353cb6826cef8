import { refuse } from '../apps/tool.ts';
import { placeholderIn } from '../kernel/results.ts';
import { turnCondition, type StandIn } from '../scenario/turns.ts';
import { endsTurn, type BuiltEvent } from './built-event.ts';
import { turnsOf } from './turn-index.ts';

/** A placeholder of the world's or the user's for what the agent's own call will answer. */
export interface Placeholder {
  readonly parentTool: string;
  readonly parentTurn: number;
  readonly parent: string;
  readonly turn: number;
  readonly event: string;
}

/** A scenario of turns, made ready for an agent. */
export interface Dialogue {
  readonly events: readonly BuiltEvent[];
  readonly turns: ReadonlyMap<string, number>;
  readonly count: number;
  readonly placeholders: readonly Placeholder[];
  /** Whether a placeholder could mean more than one call. */
  readonly ambiguous: boolean;
}

/**
 * Lets what followed a message of the oracle's to the user follow a condition instead: that the agent has sent as many.
 *
 * @throws {ToolError} `ValueError` when what the agent does would follow such a message, or the world what the agent does.
 */
export function dialogueOf(given: readonly BuiltEvent[]): Dialogue {
  const turns = turnsOf(given);
  const count = Math.max(0, ...turns.values()) + 1;
  const events = given.map((event) => ({ ...event, successors: [...event.successors] }));
  const byId = new Map(events.map((event) => [event.id, event]));
  const ends = new Map(events.filter(endsTurn).map((event) => [turns.get(event.id), event]));

  const conditions: BuiltEvent[] = [];
  for (let turn = 1; turn < count; turn++) {
    const end = ends.get(turn - 1);
    if (end === undefined) refuse('ValueError', `Turn ${turn} has no message to the user before it.`);
    const followers = end.successors.map((id) => byId.get(id)!);
    if (followers.some(({ type }) => type === 'AGENT'))
      refuse('ValueError', `Event ${end.id} is an end of turn event with oracle successors`);
    const previous = conditions.at(-1);
    const condition: BuiltEvent = {
      id: turnCondition(turn),
      type: 'CONDITION',
      app: '',
      tool: '',
      args: {},
      relative: 0,
      at: undefined,
      comparator: undefined,
      dependencies: previous === undefined ? [] : [previous.id],
      successors: followers.map(({ id }) => id),
    };
    previous?.successors.push(condition.id);
    conditions.push(condition);
    for (const follower of followers) {
      const kept = follower.dependencies.filter((id) => !endsTurn(byId.get(id) ?? condition));
      follower.dependencies = [...kept, condition.id];
      follower.relative ??= 0;
    }
  }
  for (const { id, type, dependencies } of events)
    if (type !== 'AGENT' && dependencies.some((before) => byId.get(before)?.type === 'AGENT'))
      refuse('ValueError', `Event ${id} depends on an oracle event. This is not expected.`);

  const placeholders = placeholdersOf(events, turns);
  return {
    events: [...events, ...conditions],
    turns,
    count,
    placeholders,
    ambiguous: placeholders.some((one) => isAmbiguous(one, events, turns)),
  };
}

function placeholdersOf(
  events: readonly BuiltEvent[],
  turns: ReadonlyMap<string, number>,
): readonly Placeholder[] {
  return events.flatMap(({ id, type, args }) =>
    type === 'AGENT'
      ? []
      : Object.values(args).flatMap((value) => {
          const named = typeof value === 'string' ? placeholderIn(value)?.id : undefined;
          const parent = events.find((event) => event.id === named && event.type === 'AGENT');
          if (parent === undefined) return [];
          const parentTool = `${parent.app}__${parent.tool}`;
          return [
            {
              parentTool,
              parentTurn: turns.get(parent.id)!,
              parent: parent.id,
              turn: turns.get(id)!,
              event: id,
            },
          ];
        }),
  );
}

const isAmbiguous = (
  { parent, parentTool, parentTurn }: Placeholder,
  events: readonly BuiltEvent[],
  turns: ReadonlyMap<string, number>,
): boolean =>
  events.some(
    ({ id, type, app, tool }) =>
      id !== parent && type === 'AGENT' && `${app}__${tool}` === parentTool && turns.get(id) === parentTurn,
  );

/** Whose results the agent's own calls stand in for. */
export const standInsOf = ({ placeholders }: Dialogue): readonly StandIn[] =>
  placeholders.map(({ parent, parentTool, parentTurn }) => ({
    event: parent,
    tool: parentTool,
    turn: parentTurn,
  }));
