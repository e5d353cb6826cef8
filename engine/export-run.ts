import type { Json, JsonObject } from './model/json.ts';
import type { LogEntry } from './model/log-entry.ts';
import type { RunSummary } from './model/run.ts';
import type { RunExtras } from './model/run-extras.ts';
import { seconds } from './model/time.ts';
import type { Store } from './store/store.ts';
import { exportedApp } from './trace/carried.ts';
import { completedEvent } from './trace/completed-event.ts';
import { withDeviations } from './trace/deviations.ts';
import { toolsIn, type FindTool } from './trace/find-tool.ts';
import { LeftOut } from './trace/left-out.ts';
import { newExtras } from './trace/new-document.ts';

/** Entries that are read at once. */
const SLICE = 1_000;

/**
 * The run as a file of ARE's "hf" format, piece by piece: a log can be longer than a text may be. At the end it answers
 * what the format has no place for, each with its path and count.
 *
 * @throws {StoreError} when it cannot be read.
 */
export function* exportRun(
  store: Pick<Store, 'entries' | 'stateAt' | 'extras' | 'plan'>,
  run: RunSummary,
): Generator<string, readonly string[]> {
  const { document, apps, completed, notes } = store.extras(run.id) ?? ownExtras(store, run);
  const first = run.apps.map((app) => exportedApp(app, store.stateAt(run.id, app.name, -1)));
  const left = new LeftOut();
  const lists: Readonly<Record<string, Iterable<Json>>> = {
    apps: withDeviations(first, apps) as readonly Json[],
    completed_events: completedIn(store, run, completed, left),
  };

  let separator = '{\n';
  for (const [key, value] of Object.entries(withVerdict(document, run))) {
    yield `${separator}${JSON.stringify(key)}: `;
    // A file that was imported may have null in the place of a list.
    if (Array.isArray(value)) yield* listText(Object.hasOwn(lists, key) ? lists[key]! : (value as Json[]));
    else yield JSON.stringify(value);
    separator = ',\n';
  }
  yield '\n}\n';
  return [...notes, ...left.notes];
}

function* listText(items: Iterable<Json>): Generator<string> {
  let separator = '[\n';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}

function* completedIn(
  store: Pick<Store, 'entries'>,
  run: RunSummary,
  recorded: RunExtras['completed'],
  left: LeftOut,
): Generator<Json> {
  const find = toolsIn(run.apps);
  for (let from = 0; from < run.entries; from += SLICE)
    for (const entry of store.entries(run.id, from, SLICE)) {
      const event = eventOf(entry, find, recorded);
      if (event === null) left.add(entry);
      else yield event;
    }
}

const eventOf = (entry: LogEntry, find: FindTool, recorded: RunExtras['completed']): Json =>
  withDeviations(completedEvent(entry, find) ?? null, recorded[entry.index] ?? []);

/** The field writes a verdict as an annotation. */
function withVerdict(document: JsonObject, { verdict, startedAt }: RunSummary): JsonObject {
  const { metadata } = document;
  if (verdict === undefined) return document;
  const annotation = {
    annotation_id: null,
    annotator: null,
    validation_decision: verdict.passed ? 'Valid' : 'Invalid',
    comment: null,
    date: startedAt / 1000,
  };
  return { ...document, metadata: { ...(metadata as JsonObject), annotation } };
}

/** Of a run of a scenario of ours. Older versions kept some without their plans: then the log is all there is. */
function ownExtras(store: Pick<Store, 'plan'>, run: RunSummary): RunExtras {
  const plan = store.plan(run.id);
  if (plan !== undefined) return newExtras(run, plan);
  return {
    ...newExtras(run, { duration: undefined, tick: seconds(1), events: [] }),
    notes: ['events: left out: an older version of this program kept the run without them.'],
  };
}
