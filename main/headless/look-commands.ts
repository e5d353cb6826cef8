import { dumpOf, type States, type Store } from '../../engine/index.ts';
import {
  appName,
  groupBy,
  type AppName,
  type Hint,
  type RunId,
  type RunSummary,
} from '../../engine/model/index.ts';
import { AgentKnowledge } from '../runs/agent-knowledge.ts';
import { Plans } from '../runs/plans.ts';
import { entryLine } from './entry-line.ts';
import { databaseToLookAt } from './files.ts';
import { PAGE, printEntries } from './log-json.ts';
import { counted, oneLine, print } from './print.ts';
import { runLine } from './summary.ts';
import { UsageError } from './usage-error.ts';

/** Prints all of a run's log, with the hints for its events. */
export async function printLog(
  id: string,
  { db, json = false }: { db: string; json?: boolean },
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  if (json) {
    await printEntries(run, store);
    return;
  }
  await print(runLine(run));
  const hints = groupBy(new Plans(store).hints(run.id), ({ event }) => event);
  for (let from = 0; from < run.entries; from += PAGE)
    await print(
      store
        .heads(run.id, from, PAGE)
        .flatMap((entry) => {
          const given = hints.get(entry.event) ?? [];
          // An event that is checked again and again has its hints below its first entry.
          hints.delete(entry.event);
          return [entryLine(entry, run.start), ...given.map(hintLine)];
        })
        .join('\n'),
    );
}

const hintLine = ({ kind, text }: Hint): string => `${' '.repeat(17)}${kind} hint: ${oneLine(text)}`;

/** Prints the apps' states, or one app's, right after an entry; or all that there is to the run by then. */
export async function printState(
  id: string,
  options: { db: string; at?: number; app?: string; whole?: true; known?: true },
): Promise<void> {
  const { db, app, whole, known } = options;
  using database = databaseToLookAt(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const { at = run.entries - 1 } = options;
  if (at >= run.entries)
    throw new UsageError(
      `entry ${at}: found ${run.entries} entries in ${id}, wanted −1 to ${run.entries - 1}`,
    );
  const names = run.apps.map(({ name }) => name);
  if (app !== undefined && !names.includes(appName(app)))
    throw new UsageError(`app ${app}: found no such app in ${id}, wanted one of ${names.join(', ')}`);
  if (known === true) {
    await print(
      JSON.stringify(await knownIn(store, run, app === undefined ? names : [appName(app)], at), null, 2),
    );
    return;
  }
  const found =
    app !== undefined
      ? store.stateAt(run.id, appName(app), at)
      : whole === true
        ? dumpOf(run.start, store.plan(run.id), store.entries(run.id, 0, at + 1), statesAt(store, run, at))
        : statesAt(store, run, at);
  await print(JSON.stringify(found, null, 2));
}

/** What the agent knew of `apps` right after an entry, record by record. */
async function knownIn(store: Store, run: RunSummary, apps: readonly AppName[], at: number): Promise<object> {
  const knowledge = new AgentKnowledge(store);
  const found: Record<string, object> = {};
  for (const app of apps) {
    const { records, lost } = await knowledge.at(run, app, at);
    found[app] = { records: records.map(({ awareness, ...record }) => ({ ...record, ...awareness })), lost };
  }
  return found;
}

const statesAt = (store: Store, { id, apps }: RunSummary, at: number): States =>
  Object.fromEntries(apps.map(({ name }) => [name, store.stateAt(id, name, at)]));

/** How many runs are named where one is wanted. */
const MOST_NAMED = 10;

/** A run of `db`. @throws {UsageError} naming those it has. */
export function existingRun(store: Store, id: string, db: string): RunSummary {
  const run = store.run(id as RunId);
  if (run !== undefined) return run;
  const found = store.runs(MOST_NAMED).map((known) => known.id);
  const left = store.count() - found.length;
  const names = found.length === 0 ? 'no runs' : found.join(', ');
  throw new UsageError(
    `run ${id}: found ${names}${left === 0 ? '' : ` and ${counted(left, 'more', 'more')}`} in ${db}, wanted one of them`,
  );
}
