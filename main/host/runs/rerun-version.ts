import type { Store } from '../../../engine/index.ts';
import {
  type ActionEntry,
  type LogEntry,
  type RunSummary,
  type SimSpan,
  toSeconds,
} from '../../../engine/model/index.ts';
import { openDatabase } from '../database/index.ts';
import { askOnce } from '../workers/index.ts';
import { scriptIntervention } from './agent-scripts.ts';
import { fireEvents } from './live-run.ts';
import { LISTS_FILE, prepareRun } from './prepare-run.ts';

/** A saved version of a scenario, and the run from which it was created. */
interface VersionRequest {
  /** The database file with the run. */
  readonly file: string;
  readonly run: RunSummary;
  /** The workspace folder. `path` is the saved version in it. */
  readonly folder: string;
  readonly path: string;
}

/** The maximum duration of the run of a saved version, in milliseconds. */
const RUN_TIME = 60_000; // milliseconds

/**
 * Runs the saved version in a worker process, with the agent as recorded in the original run, and compares the changes. Returns
 * the first difference as a sentence; `null` if there is none.
 * @throws {ProblemError} when it cannot run.
 */
export const firstDifferenceInWorker = (request: VersionRequest): Promise<string | null> =>
  askOnce<VersionRequest, string | null>('version', request, {
    failed: `${request.path} was saved, but it did not run`,
  });

/** The worker process's side of {@link firstDifferenceInWorker}. */
export async function versionJob({ file, ...request }: VersionRequest): Promise<string | null> {
  using database = openDatabase(file);
  return await firstDifference(database.store, request);
}

/** The first difference, as {@link firstDifferenceInWorker} returns it. */
export async function firstDifference(
  store: Store,
  { run, folder, path }: Omit<VersionRequest, 'file'>,
): Promise<string | null> {
  const { id, seed, choices, start } = run;
  const mode = run.mode === 'trace' ? 'plain' : run.mode;
  const interventions = scriptIntervention(choices);
  const files = store.source(id)?.files ?? new Map<string, string>();
  const again = await prepareRun(
    {
      folder,
      path,
      mode,
      seed,
      choices: choices && { ...choices, script: undefined },
      scripts: new Map(interventions.map(({ script }) => [script, files.get(script) ?? ''])),
      ...(interventions.length === 0 ? {} : { origin: { parent: id, at: 0, interventions } }),
      lists: files.get(LISTS_FILE),
      turns: { record: store.turns(id).filter(({ by }) => by !== 'person') },
    },
    () => Promise.resolve([]),
  );
  const was = storedCalls(store, run);
  const difference = differences();
  const until = performance.now() + RUN_TIME;
  for (let isOver = false; !isOver;) {
    const fired: LogEntry[] = [];
    isOver = fireEvents(again, fired, () => fired.length < BATCH && performance.now() < until);
    if (performance.now() > until) return null;
    for (const now of fired) {
      if (!isComparedCall(now)) continue;
      const before = was.next();
      if (before.done === true)
        return run.state !== 'completed' && run.state !== 'failed'
          ? null
          : `${words(now, start)} happens only in the saved version.`;
      const found = difference(before.value, now);
      if (found !== undefined) return `${words(before.value, start)}: ${found}`;
    }
  }
  const missing = was.next();
  return missing.done === true
    ? null
    : `${words(missing.value, start)} does not happen in the saved version.`;
}

const BATCH = 1_000; // entries

/** Whether an entry is compared: calls that were carried out, except a person's failed calls, which a saved version leaves out. */
const isComparedCall = (entry: LogEntry): entry is ActionEntry =>
  'action' in entry && entry.outcome.status !== 'skipped';

function* storedCalls(store: Store, { id, entries }: RunSummary): Generator<ActionEntry> {
  const persons = new Set(store.turns(id).flatMap((turn) => (turn.by === 'person' ? [turn.position] : [])));
  for (let from = 0; from < entries; from += BATCH)
    for (const entry of store.entries(id, from, BATCH)) {
      if (!isComparedCall(entry)) continue;
      if (entry.outcome.status === 'failed' && entry.direct === true && persons.has(entry.index)) continue;
      yield entry;
    }
}

/**
 * Creates a function that compares one call after another. A failed call, which a saved version leaves out, may have drawn random
 * ids, so ids are compared by order of occurrence.
 */
function differences(): (was: ActionEntry, now: ActionEntry) => string | undefined {
  const [before, after] = [numberedIds(), numberedIds()];
  return (was, now) => {
    if (was.kind !== now.kind || was.action.app !== now.action.app || was.action.tool !== now.action.tool)
      return `in its place comes ${now.action.app}.${now.action.tool}, by the ${now.kind}.`;
    if (was.time !== now.time)
      return `it happens ${toSeconds((now.time - was.time) as SimSpan)} s ${now.time > was.time ? 'later' : 'earlier'}.`;
    const isSame = (part: (entry: ActionEntry) => unknown): boolean => before(part(was)) === after(part(now));
    if (!isSame(({ action }) => action.resolved ?? action.args)) return 'its arguments differ.';
    if (!isSame(({ outcome }) => outcome)) return 'its result differs.';
    return isSame(({ changes }) => changes) ? undefined : 'it changes other things.';
  };
}

/** Creates a function that writes values as JSON, with generated ids numbered by order of occurrence. */
function numberedIds(): (value: unknown) => string {
  const numbers = new Map<string, number>();
  return (value) =>
    JSON.stringify(value).replace(GENERATED_ID, (id) => {
      const number = numbers.get(id) ?? numbers.size;
      numbers.set(id, number);
      return `id ${number}`;
    });
}

/** Matches ids from `context.newId()`. */
const GENERATED_ID = /\b[0-9a-f]{32}\b/g;

const words = ({ index, action, time }: ActionEntry, start: number): string =>
  `#${index} ${action.app}.${action.tool} at +${toSeconds((time - start) as SimSpan)} s`;
