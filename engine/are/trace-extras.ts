import {
  type AppSummary,
  type Deviation,
  getOwn,
  isJsonObject,
  type Json,
  type JsonObject,
  listIn,
  type LogEntry,
  type Path,
  type TraceExtras,
} from '../model/index.ts';
import { copyJson } from '../state/index.ts';
import { completedEvent } from './write-events.ts';
import { toolsIn } from './trace-apps.ts';

/** An app with its first state as the field's files have it. */
export const exportedApp = ({ name, class: class_name }: AppSummary, app_state: Json): JsonObject => ({
  name,
  class_name,
  app_state,
});

/** What was made of a file. */
interface Made {
  readonly apps: readonly AppSummary[];
  readonly states: Readonly<Record<string, Json>>;
  readonly entries: readonly LogEntry[];
}

/** What of `file` its run does not say. Together they make the file again. */
export function carried(file: Json, { apps, states, entries }: Made): TraceExtras {
  const document = isJsonObject(file) ? file : {};
  const find = toolsIn(apps);
  const recorded = inOrderOfTime(listIn(document, 'completed_events'));
  const completed = entries.map((entry): readonly [number, readonly Deviation[]] => [
    entry.index,
    deviations(completedEvent(entry, find) ?? null, recorded[entry.index] ?? null),
  ]);
  return {
    document: { ...document, ...emptied(document, 'apps'), ...emptied(document, 'completed_events') },
    apps: deviations(
      apps.map((app) => exportedApp(app, states[app.name] ?? null)),
      listIn(document, 'apps'),
    ),
    completed: Object.fromEntries(completed.filter(([, found]) => found.length > 0)),
    notes: [],
  };
}

/** The list at `key` without its items; nothing where the file has none. */
const emptied = (document: JsonObject, key: string): JsonObject =>
  Array.isArray(document[key]) ? { [key]: [] } : {};

/** As entries are: see {@link recordedEntries}. */
const inOrderOfTime = (events: readonly Json[]): readonly Json[] =>
  events.toSorted((one, other) => timeOf(one) - timeOf(other));

const timeOf = (event: Json): number =>
  isJsonObject(event) && typeof event['event_time'] === 'number' ? event['event_time'] : 0;

/** All that makes `to` differ from `from`, outermost last where a list is longer; the order of keys does not count. */
export function deviations(from: Json, to: Json, path: Path = []): readonly Deviation[] {
  if (Array.isArray(from) && Array.isArray(to)) return inLists(from, to, path);
  if (isJsonObject(from) && isJsonObject(to)) {
    const missing = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
    return [
      ...missing.map((key) => ({ path: [...path, key] })),
      ...Object.entries(to).flatMap(([key, value]) => within(getOwn(from, key), value, [...path, key])),
    ];
  }
  return from === to ? [] : [{ path, value: to }];
}

const inLists = (from: readonly Json[], to: readonly Json[], path: Path): readonly Deviation[] => [
  ...to.flatMap((value, at) => within(from[at], value, [...path, at])),
  ...from
    .slice(to.length)
    .map((_item, at) => ({ path: [...path, to.length + at] }))
    .reverse(),
];

const within = (from: Json | undefined, to: Json, path: Path): readonly Deviation[] =>
  from === undefined ? [{ path, value: to }] : deviations(from, to, path);

/** `from` with `deviations` made: what they were found in comes out again. Places that it does not have are left alone. */
export function withDeviations(from: Json, deviations: readonly Deviation[]): Json {
  let whole = copyJson(from);
  for (const { path, value } of deviations) {
    const key = path.at(-1);
    if (key === undefined) whole = value ?? null;
    else change(parentIn(whole, path), key, value);
  }
  return whole;
}

type Parent = Json[] | Record<string, Json>;

function parentIn(whole: Json, path: Path): Parent | undefined {
  let place: Json | undefined = whole;
  for (const key of path.slice(0, -1)) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) return undefined;
    place = (place as Readonly<Record<string | number, Json>>)[key];
  }
  return typeof place === 'object' && place !== null ? (place as Parent) : undefined;
}

function change(parent: Parent | undefined, key: string | number, value: Json | undefined): void {
  if (Array.isArray(parent)) {
    const at = Number(key);
    if (value === undefined) parent.splice(at, 1);
    else if (at <= parent.length) parent[at] = value;
  } else if (parent !== undefined) {
    if (value === undefined) Reflect.deleteProperty(parent, key);
    else parent[key] = value;
  }
}
