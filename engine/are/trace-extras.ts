import {
  type AppSummary,
  getOwn,
  isJsonObject,
  type Json,
  type JsonEdit,
  type JsonObject,
  listAt,
  type LogEntry,
  type Path,
  type TraceExtras,
  valueAt,
} from '../model/index.ts';
import { copyJson } from '../state/index.ts';
import { toolFinder, writeApp } from './trace-apps.ts';
import { numberIn } from './trace-format.ts';
import { writeCompletedEvent } from './write-events.ts';

/** The parsed parts of a trace file. */
interface ReadTrace {
  readonly apps: readonly AppSummary[];
  readonly states: Readonly<Record<string, Json>>;
  readonly entries: readonly LogEntry[];
}

/**
 * The parts of the trace file `file` that a run does not contain: the rest of the document, and the differences between the
 * file's apps and completed events and those that Orrery would write. With these parts, the run can be exported as the same file.
 */
export function traceExtras(file: Json, { apps, states, entries }: ReadTrace): TraceExtras {
  const document = isJsonObject(file) ? file : {};
  const find = toolFinder(apps);
  // In the order of the entries: by time.
  const recorded = listAt(document, 'completed_events').toSorted((one, other) => timeOf(one) - timeOf(other));
  const completed = entries.map((entry): readonly [number, readonly JsonEdit[]] => [
    entry.index,
    editsBetween(writeCompletedEvent(entry, find) ?? null, recorded[entry.index] ?? null),
  ]);
  return {
    document: { ...document, ...emptiedList(document, 'apps'), ...emptiedList(document, 'completed_events') },
    apps: editsBetween(
      apps.map((app) => writeApp(app, states[app.name] ?? null)),
      listAt(document, 'apps'),
    ),
    completed: Object.fromEntries(completed.filter(([, edits]) => edits.length > 0)),
    notes: [],
  };
}

const timeOf = (event: Json): number => Number(isJsonObject(event) ? numberIn(event['event_time']) : 0);

/** An empty list for `key` if `document` has a list there. */
const emptiedList = (document: JsonObject, key: string): JsonObject =>
  Array.isArray(document[key]) ? { [key]: [] } : {};

/** The edits that turn `from` into `to`. The order of keys does not count. */
export function editsBetween(from: Json, to: Json, path: Path = []): readonly JsonEdit[] {
  if (Array.isArray(from) && Array.isArray(to)) return listEdits(from, to, path);
  if (isJsonObject(from) && isJsonObject(to)) {
    const missing = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
    return [
      ...missing.map((key) => ({ path: [...path, key] })),
      ...Object.entries(to).flatMap(([key, value]) => partEdits(getOwn(from, key), value, [...path, key])),
    ];
  }
  return from === to ? [] : [{ path, value: to }];
}

/** The edits that turn one list into another. Items are removed from the end, so that the indexes of the others stay the same. */
const listEdits = (from: readonly Json[], to: readonly Json[], path: Path): readonly JsonEdit[] => [
  ...to.flatMap((value, index) => partEdits(from[index], value, [...path, index])),
  ...from
    .slice(to.length)
    .map((_item, index) => ({ path: [...path, to.length + index] }))
    .reverse(),
];

const partEdits = (from: Json | undefined, to: Json, path: Path): readonly JsonEdit[] =>
  from === undefined ? [{ path, value: to }] : editsBetween(from, to, path);

/** `from` with `edits` applied. An edit whose path `from` does not have is skipped, because it was made for another version's file. */
export function applyEdits(from: Json, edits: readonly JsonEdit[]): Json {
  let edited = copyJson(from);
  for (const { path, value } of edits) {
    const key = path.at(-1);
    const parent = valueAt(edited, path.slice(0, -1));
    if (key === undefined) edited = value ?? null;
    else if (Array.isArray(parent)) editList(parent as Json[], Number(key), value);
    // The copy may be changed.
    else if (isJsonObject(parent)) editObject(parent, String(key), value);
  }
  return edited;
}

function editList(list: Json[], at: number, value: Json | undefined): void {
  if (value === undefined) list.splice(at, 1);
  else if (at <= list.length) list[at] = value;
}

function editObject(object: Record<string, Json>, key: string, value: Json | undefined): void {
  if (value === undefined) Reflect.deleteProperty(object, key);
  else object[key] = value;
}
