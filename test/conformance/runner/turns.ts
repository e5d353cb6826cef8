import { type TraceEvent, endsTurn, eventTurns } from '../../../engine/are/plan-trace-events.ts';
import { parseComparator } from '../../../engine/are/trace-format.ts';
import { planOf } from '../../../engine/index.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import { parsePlaceholder } from '../../../engine/model/plan/references.ts';
import { seconds } from '../../../engine/model/values/time.ts';
import { type Replacement, turnCounter } from '../../../engine/model/turns.ts';
import type { Authoring, CapturedApps, Declaration } from '../../../engine/scenario/declaration.ts';
import { scenario } from '../../../engine/scenario/orrery.ts';
import type { AppInstance } from '../../../engine/world/app.ts';
import { refuse } from '../../../engine/world/tool.ts';
import type { Case } from './case-file.ts';
import { drive, openSession, startOf } from './drive.ts';
import { build, graphOf } from './editor.ts';
import { resultOf } from './log.ts';
import { isoText } from './scenario.ts';

/** Builds a multi-turn scenario, prepares it for an agent, and drives it. */
export function runTurns(spec: Case): Record<string, Json | undefined> {
  const { builder } = build(spec, spec.build);
  const dialogue = dialogueOf(builder.events);
  const { config } = spec;
  const duration = config.duration === undefined ? 60 : config.duration;
  const session = openSession(spec, [], (apps) =>
    planOf(
      scenario({
        name: spec.name,
        start: isoText(startOf(spec)),
        ...(duration === null ? {} : { duration: seconds(duration) }),
        tick: seconds(config.time_increment),
        tickPolicy: config.loop === 'queue' ? 'by-event' : 'by-tick',
        endsWhenIdle: config.exit_when_no_events,
        turns: standInsOf(dialogue),
        apps: () => apps,
        events(captured, authoring) {
          declareTraceEvents(dialogue.events, captured, authoring);
        },
      }),
    ),
  );
  const driven = drive(session);
  session.environment.finish();
  return {
    graph: graphOf(dialogue.events),
    turns: Object.fromEntries(dialogue.turns),
    nb_turns: dialogue.count,
    placeholders: dialogue.placeholders.map(({ parentTool, parentTurn, parent, turn, event }) => ({
      parent_tool_name: parentTool,
      parent_turn_idx: parentTurn,
      parent_event_id: parent,
      placeholder_turn_idx: turn,
      placeholder_event_id: event,
    })),
    has_placeholder_conflicts: dialogue.ambiguous,
    ...resultOf(session, driven),
  };
}

/** An argument of a user or environment event that refers to the result of an agent's call. */
interface Placeholder {
  readonly parentTool: string;
  readonly parentTurn: number;
  readonly parent: string;
  readonly turn: number;
  readonly event: string;
}

/** A multi-turn scenario, prepared for an agent. */
interface Dialogue {
  readonly events: readonly TraceEvent[];
  readonly turns: ReadonlyMap<string, number>;
  readonly count: number;
  readonly placeholders: readonly Placeholder[];
  /** True when a placeholder can refer to more than one call. */
  readonly ambiguous: boolean;
}

/**
 * Replaces each dependency on an oracle message to the user by a condition: the agent has sent as many messages.
 *
 * @throws {ToolError} `ValueError` when an agent's event follows such a message, or another event follows an agent's event.
 */
function dialogueOf(given: readonly TraceEvent[]): Dialogue {
  const turns = eventTurns(given);
  const count = Math.max(0, ...turns.values()) + 1;
  const events = given.map((event) => ({ ...event, successors: [...event.successors] }));
  const byId = new Map(events.map((event) => [event.id, event]));
  const ends = new Map(events.filter(endsTurn).map((event) => [turns.get(event.id), event]));

  const conditions: TraceEvent[] = [];
  for (let turn = 1; turn < count; turn++) {
    const end = ends.get(turn - 1);
    if (end === undefined) refuse('ValueError', `Turn ${turn} has no message to the user before it.`);
    const followers = end.successors.map((id) => byId.get(id)!);
    if (followers.some(({ type }) => type === 'AGENT'))
      refuse('ValueError', `Event ${end.id} is an end of turn event with oracle successors`);
    const previous = conditions.at(-1);
    const condition: TraceEvent = {
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
  events: readonly TraceEvent[],
  turns: ReadonlyMap<string, number>,
): readonly Placeholder[] {
  return events.flatMap(({ id, type, args }) =>
    type === 'AGENT'
      ? []
      : Object.values(args).flatMap((value) => {
          const named = typeof value === 'string' ? parsePlaceholder(value)?.id : undefined;
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
  events: readonly TraceEvent[],
  turns: ReadonlyMap<string, number>,
): boolean =>
  events.some(
    ({ id, type, app, tool }) =>
      id !== parent && type === 'AGENT' && `${app}__${tool}` === parentTool && turns.get(id) === parentTurn,
  );

/** Events whose results come from the agent's own calls. */
const standInsOf = ({ placeholders }: Dialogue): readonly Replacement[] =>
  placeholders.map(({ parent, parentTool, parentTurn }) => ({
    event: parent,
    tool: parentTool,
    turn: parentTurn,
  }));

/** The id of the condition that begins a turn. */
const turnCondition = (turn: number): string => `condition_turn_${turn}`;

type AppsOf = Readonly<Record<string, AppInstance>>;

/** Declares the events of a built scenario. @throws {TypeError} for an unknown app or tool */
function declareTraceEvents(
  events: readonly TraceEvent[],
  apps: CapturedApps<AppsOf>,
  authoring: Authoring<AppsOf>,
): void {
  const declared = new Map<string, Declaration>(
    events.map((event) => [event.id, declare(event, apps, authoring).id(event.id)]),
  );
  for (const { id, dependencies, relative = 0, at } of events) {
    const event = declared.get(id)!;
    if (dependencies.length > 0)
      event.after(
        dependencies.map((before) => declared.get(before)!),
        seconds(relative),
      );
    else if (at === undefined) event.at(seconds(relative));
    if (at !== undefined) event.at(new Date(at * 1000).toISOString());
  }
}

function declare(
  { type, id, app, tool, args, comparator }: TraceEvent,
  apps: CapturedApps<AppsOf>,
  authoring: Authoring<AppsOf>,
): Declaration {
  if (type === 'STOP') return authoring.stop();
  if (type === 'CONDITION') {
    const turn = Number(/\d+$/.exec(id)?.[0]);
    const turnsEnded = turnCounter();
    return authoring.condition(id, (_states, { log }) => turnsEnded(log) >= turn);
  }
  const tools = apps[app];
  if (tools === undefined)
    throw new TypeError(`found no app "${app}", wanted ${Object.keys(apps).join(', ')}`);
  const action = tools[tool]!(args).unchecked();
  if (type !== 'AGENT') return action.by(type === 'USER' ? 'user' : 'environment');
  const expected = parseComparator(comparator);
  return authoring.oracle(expected === undefined ? action : action.expectedTime(expected));
}
