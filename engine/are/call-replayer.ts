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

/** Repeats the calls of a trace. Where a call makes ids, it gets those that stand in its recorded answer. */
export class TraceCallReplayer implements CallReplayer {
  readonly worldContext: CallReplayer['worldContext'] = {
    newId: (made) => this.#wanted.get((this.#made?.push(made) ?? 0) - 1) ?? made,
    recorded: () => this.#answer,
  };
  readonly #later = new Map<EventId, ActionEntry>();
  #answer: Json | undefined;
  /** The ids that the call which is carried out has made, and those that they are to be. */
  #made: string[] | undefined;
  #wanted = NO_IDS;

  /** @param later recorded entries after the point where a run continues; its calls may differ from them */
  constructor(later: readonly LogEntry[] = []) {
    const counts = new Map<EventId, number>();
    for (const entry of later)
      if ('action' in entry) {
        const { event } = entry;
        // What the agent did twice in the name of one event goes by two names when it does it again.
        const name = this.#later.has(event) ? nextFreeId(event, this.#later, counts) : event;
        this.#later.set(name, entry);
      }
  }

  replay(world: World, entry: ActionEntry): ActionEntry | undefined {
    const { status } = entry.outcome;
    const answer = answerOf(entry.outcome);
    const called = this.#call(world, entry.action, {
      answer,
      given: answer,
      fits: (one) => one.status === status,
    });
    const { outcome, args, effect, calls, changes } = called;
    if (outcome.status !== status) return undefined;
    return { ...entry, action: recordedAction(entry.action, args, effect), calls, changes };
  }

  call(world: World, event: EventId, action: Action, options: CallOptions): CallResult {
    const recorded = this.#later.get(event);
    if (recorded === undefined || !isSameTool(recorded.action, action)) return world.call(action, options);
    const answer = answerOf(recorded.outcome);
    const given = isSameJson(recorded.action.args, action.args) ? answer : undefined;
    return this.#call(world, action, { answer, given, fits: () => true });
  }

  /** Calls once to see which ids are made, and once more with those that stand in `answer` for them. */
  #call(world: World, action: Action, { answer, given, fits }: Recorded): CallResult {
    this.#answer = given;
    let wanted = NO_IDS;
    const first = this.#attempt(world, action, wanted, (outcome, made) => {
      wanted = recordedIds(made, answerOf(outcome), answer);
      return fits(outcome) && wanted.size === 0;
    });
    const called = wanted.size === 0 ? first : this.#attempt(world, action, wanted, fits);
    this.#answer = undefined;
    return called;
  }

  /** Nothing stays of a call whose outcome `keeps` does not want. */
  #attempt(
    world: World,
    action: Action,
    wanted: ReadonlyMap<number, string>,
    keeps: (outcome: Outcome, made: readonly string[]) => boolean,
  ): CallResult {
    const made: string[] = [];
    this.#made = made;
    this.#wanted = wanted;
    const called = world.call(action, { keeps: (outcome) => keeps(outcome, made) });
    this.#made = undefined;
    this.#wanted = NO_IDS;
    return called;
  }
}

/** What a call came to before. */
interface Recorded {
  /** Whose ids it makes again. */
  readonly answer: Json | undefined;
  /** What its tool may go by: nothing where it is another call now. */
  readonly given: Json | undefined;
  readonly fits: (outcome: Outcome) => boolean;
}

const NO_IDS: ReadonlyMap<number, string> = new Map();

const answerOf = (outcome: Outcome): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;

/** Recorded entries with what they changed, as far as their apps are built here. */
export interface CarriedOut {
  readonly entries: readonly LogEntry[];
  /** Entries that came to an error here and not in the recording, or the other way round: they change nothing. */
  readonly differing: readonly number[];
}

/**
 * Carries recorded actions out again on `apps`, each at its own time, to find what they changed.
 *
 * What an entry came to stays as recorded. An id that a tool makes is the one that stands in its recorded answer.
 */
export function carryOut(
  apps: ReadonlyMap<AppName, AppInstance>,
  recorded: readonly LogEntry[],
  seed: number,
): CarriedOut {
  let now = 0 as SimTime;
  const replayer = new TraceCallReplayer();
  const own = Array.from(apps, ([name, app]) => [name, { ...app, state: copyJson(app.state) as object }]);
  const world = new World(Object.fromEntries(own) as Record<string, AppInstance>, {
    now: () => now,
    // A run's own stream, so that runs of ours come out again.
    random: seededRandom(seed, 'run'),
    ...replayer.worldContext,
  });
  const differing: number[] = [];
  const entries = recorded.map((entry) => {
    if (!('action' in entry) || !apps.has(entry.action.app)) return entry;
    now = entry.time;
    const again = replayer.replay(world, entry);
    if (again === undefined) differing.push(entry.index);
    return again ?? entry;
  });
  return { entries, differing };
}

/**
 * What the ids that a call has `made` are in the recording, by their position: whatever stands in the recorded answer where
 * one of them stands in ours. An answer that the field wrote as text, and we have in parts, has its ids in the same order.
 */
export function recordedIds(
  made: readonly string[],
  ours: Json | undefined,
  recorded: Json | undefined,
): ReadonlyMap<number, string> {
  const found = new Map<string, string>();
  if (made.length > 0 && ours !== undefined && recorded !== undefined)
    pair(ours, recorded, new Set(made), found);
  return new Map(
    made.flatMap((id, at): (readonly [number, string])[] => {
      const other = found.get(id);
      return other === undefined || other === id ? [] : [[at, other]];
    }),
  );
}

function pair(ours: Json, recorded: Json, made: ReadonlySet<string>, found: Map<string, string>): void {
  if (typeof recorded === 'string') {
    if (typeof ours === 'string' && made.has(ours)) {
      if (recorded !== '') found.set(ours, recorded);
    } else pairTexts(typeof ours === 'string' ? ours : JSON.stringify(ours), recorded, made, found);
  } else if (Array.isArray(ours) && Array.isArray(recorded)) {
    for (const [at, item] of ours.entries())
      if (at < recorded.length) pair(item as Json, recorded[at] as Json, made, found);
  } else if (isJsonObject(ours) && isJsonObject(recorded))
    for (const [key, field] of Object.entries(ours))
      if (Object.hasOwn(recorded, key)) pair(field, recorded[key]!, made, found);
}

function pairTexts(
  ours: string,
  recorded: string,
  made: ReadonlySet<string>,
  found: Map<string, string>,
): void {
  const theirs = generatedIdsIn(recorded);
  for (const [at, id] of generatedIdsIn(ours).entries())
    if (made.has(id) && theirs[at] !== undefined) found.set(id, theirs[at]);
}
