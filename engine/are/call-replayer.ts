import {
  type Action,
  type ActionEntry,
  type AppName,
  type EventId,
  generatedIdsIn,
  isJsonObject,
  isSameJson,
  isSameTool,
  type Json,
  type LogEntry,
  nextFreeId,
  type Outcome,
  seededRandom,
  type SimTime,
  textOrJson,
} from '../model/index.ts';
import { copyJson } from '../state/index.ts';
import {
  type AppInstance,
  type CallOptions,
  type CallReplayer,
  type CallResult,
  recordedAction,
  World,
} from '../world/index.ts';

/**
 * Repeats recorded calls on `apps`, each at its own time, to find their changes. The outcome of an entry stays as recorded, and
 * its tool generates the ids of the recorded result.
 */
export class RepeatedCalls {
  /** Indexes of the entries that failed either here or in the recording, but not in both. Such entries have no changes. */
  readonly differing: number[] = [];
  readonly #world: World;
  readonly #replayer = new TraceCallReplayer();
  readonly #apps: ReadonlySet<AppName>;
  #now = 0 as SimTime;

  constructor(apps: ReadonlyMap<AppName, AppInstance>, seed: number) {
    this.#apps = new Set(apps.keys());
    const copies = Array.from(apps, ([name, app]) => [
      name,
      { ...app, state: copyJson(app.state) as object },
    ]);
    this.#world = new World(Object.fromEntries(copies) as Record<string, AppInstance>, {
      now: () => this.#now,
      // The random stream of a run, so that an exported run of Orrery's has the same random values again.
      random: seededRandom(seed, 'run'),
      ...this.#replayer.worldContext,
    });
  }

  /** The next recorded entries with their changes, for the apps that Orrery has. */
  repeat(recorded: readonly LogEntry[]): readonly LogEntry[] {
    return recorded.map((entry) => {
      if (!('action' in entry) || !this.#apps.has(entry.action.app)) return entry;
      this.#now = entry.time;
      const replayed = this.#replayer.replay(this.#world, entry);
      if (replayed === undefined) this.differing.push(entry.index);
      return replayed ?? entry;
    });
  }
}

/** Repeats the calls of a trace. A call generates the ids of its recorded result. */
export class TraceCallReplayer implements CallReplayer {
  readonly worldContext: CallReplayer['worldContext'] = {
    newId: (id) => this.#replaceId(id),
    recorded: () => this.#recordedAnswer,
  };
  /** Recorded calls that a continued run may make again, by the ids of their events. */
  readonly #later = new Map<EventId, ActionEntry>();
  /** The recorded result of the call that is being repeated. The next fields are the ids it generated, and the ids to use instead. */
  #recordedAnswer: Json | undefined;
  #newIds: string[] | undefined;
  #replacements: IdReplacements = NO_REPLACEMENTS;

  /** @param later recorded entries after the point at which a run continues; the run's calls may differ from them */
  constructor(later: readonly LogEntry[] = []) {
    const counts = new Map<EventId, number>();
    for (const entry of later)
      if ('action' in entry) {
        const { event } = entry;
        // If the agent acted twice for one event, the second call has an id of its own in the continued run.
        this.#later.set(this.#later.has(event) ? nextFreeId(event, this.#later, counts) : event, entry);
      }
  }

  replay(world: World, entry: ActionEntry): ActionEntry | undefined {
    const { status } = entry.outcome;
    const answer = answerOf(entry.outcome);
    const accepts = (outcome: Outcome): boolean => outcome.status === status;
    const result = this.#callWithIds(world, entry.action, { idsFrom: answer, recorded: answer, accepts });
    if (result.outcome.status !== status) return undefined;
    const { args, effect, calls, changes } = result;
    return { ...entry, action: recordedAction(entry.action, args, effect), calls, changes };
  }

  call(world: World, event: EventId, action: Action, options: CallOptions): CallResult {
    const recorded = this.#later.get(event);
    if (recorded === undefined || !isSameTool(recorded.action, action)) return world.call(action, options);
    const answer = answerOf(recorded.outcome);
    const isSameCall = isSameJson(recorded.action.args, action.args);
    return this.#callWithIds(world, action, {
      idsFrom: answer,
      recorded: isSameCall ? answer : undefined,
      accepts: () => true,
    });
  }

  /** Makes a call to find out which ids it generates. If the recorded ids differ, undoes the call and repeats it with those. */
  #callWithIds(world: World, action: Action, { idsFrom, recorded, accepts }: Repetition): CallResult {
    this.#recordedAnswer = recorded;
    let replacements = NO_REPLACEMENTS;
    const first = this.#attempt(world, action, NO_REPLACEMENTS, (outcome) => {
      replacements = recordedIds(this.#newIds ?? [], answerOf(outcome), idsFrom);
      return accepts(outcome) && replacements.size === 0;
    });
    const result = replacements.size === 0 ? first : this.#attempt(world, action, replacements, accepts);
    this.#recordedAnswer = undefined;
    return result;
  }

  #attempt(
    world: World,
    action: Action,
    replacements: IdReplacements,
    keepIf: (outcome: Outcome) => boolean,
  ): CallResult {
    this.#newIds = [];
    this.#replacements = replacements;
    const result = world.call(action, { keepIf });
    this.#newIds = undefined;
    this.#replacements = NO_REPLACEMENTS;
    return result;
  }

  #replaceId(id: string): string {
    if (this.#newIds === undefined) return id;
    const position = this.#newIds.push(id) - 1;
    return this.#replacements.get(position) ?? id;
  }
}

/** How a recorded call is repeated. */
interface Repetition {
  /** The recorded result whose ids are used again. */
  readonly idsFrom: Json | undefined;
  /** The recorded result for the tool to read; `undefined` if the arguments differ from the recorded ones. */
  readonly recorded: Json | undefined;
  /** Whether the changes of a call with this outcome are kept. */
  readonly accepts: (outcome: Outcome) => boolean;
}

/** Recorded ids that replace generated ones, by position: 0 for the first id that a call generates. */
type IdReplacements = ReadonlyMap<number, string>;

const NO_REPLACEMENTS: IdReplacements = new Map();

const answerOf = (outcome: Outcome): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;

/**
 * Finds the recorded id for each new id of a call: the id at the same path of the recorded result. In a result that ARE recorded
 * as text, ids are matched in order.
 * @param newIds the ids that the call generated, in order
 */
export function recordedIds(
  newIds: readonly string[],
  answer: Json | undefined,
  recorded: Json | undefined,
): IdReplacements {
  const found = new Map<string, string>();
  if (newIds.length > 0 && answer !== undefined && recorded !== undefined)
    pairIds(answer, recorded, new Set(newIds), found);
  return new Map(
    newIds.flatMap((id, index): (readonly [number, string])[] => {
      const other = found.get(id);
      return other === undefined || other === id ? [] : [[index, other]];
    }),
  );
}

function pairIds(
  answer: Json,
  recorded: Json,
  newIds: ReadonlySet<string>,
  found: Map<string, string>,
): void {
  if (typeof recorded === 'string') {
    if (typeof answer === 'string' && newIds.has(answer)) {
      if (recorded !== '') found.set(answer, recorded);
      return;
    }
    const recordedOnes = generatedIdsIn(recorded);
    for (const [index, id] of generatedIdsIn(textOrJson(answer)).entries())
      if (newIds.has(id) && recordedOnes[index] !== undefined) found.set(id, recordedOnes[index]);
  } else if (Array.isArray(answer) && Array.isArray(recorded)) {
    for (const [index, item] of answer.entries())
      if (index < recorded.length) pairIds(item as Json, recorded[index] as Json, newIds, found);
  } else if (isJsonObject(answer) && isJsonObject(recorded))
    for (const [key, field] of Object.entries(answer))
      if (Object.hasOwn(recorded, key)) pairIds(field, recorded[key]!, newIds, found);
}
