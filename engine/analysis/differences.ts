import {
  type Aspect,
  type Difference,
  type EntryDifference,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  type LogEntry,
  type Path,
} from '../model/index.ts';
import type { Renaming } from './renaming.ts';

/** An entry with the time at which its own run began, and whether that was recorded elsewhere. */
export interface Timed {
  readonly entry: LogEntry;
  readonly start: number;
  readonly recorded?: boolean | undefined;
}

/** What differs between two counterparts. Ids that counterparts made, here or earlier, count as the same. */
export function entryDifferences(a: Timed, b: Timed, renaming: Renaming): readonly EntryDifference[] {
  const given: Same = (one, other) => renaming.isSame(one, other);
  const wrote = a.entry.changes.length > 0 && b.entry.changes.length > 0;
  const made: Same = wrote
    ? (one, other) => renaming.isSameMade(one, other)
    : (one, other) => renaming.isSameTold(one, other);
  const time = { a: a.entry.time - a.start, b: b.entry.time - b.start };
  const found = [
    ...of('action', differences(doneIn(a.entry), doneIn(b.entry), given)),
    ...of('argument', differences(argumentsIn(a.entry, b.entry), argumentsIn(b.entry, a.entry), given)),
    ...of('outcome', differences(a.entry.outcome.status, b.entry.outcome.status, given)),
    ...of('result', differences(resultOf(a, b), resultOf(b, a), made)),
    ...of('check', differences(foundBy(a.entry), foundBy(b.entry), given)),
    ...(time.a === time.b ? [] : [{ aspect: 'time' as const, path: [], ...time }]),
  ];
  // What was written follows from all this; where it does not, the states differed.
  return found.length > 0 ? found : of('effect', differences(writtenBy(a.entry), writtenBy(b.entry), made));
}

const NONE: readonly Difference[] = [];

const differences = (a: Json, b: Json, same: Same): readonly Difference[] => {
  if (typeof a !== 'string' && isSameJson(a, b)) return NONE;
  return differencesBetween(a, b, same);
};

const of = (aspect: Aspect, found: readonly Difference[]): readonly EntryDifference[] =>
  found.map((difference) => ({ aspect, ...difference }));

const doneIn = (entry: LogEntry): Json =>
  'action' in entry ? [entry.kind, entry.action.app, entry.action.tool] : entry.kind;

/** What was skipped has no arguments yet, only references to them. */
function argumentsIn(entry: LogEntry, other: LogEntry): Json {
  const skipped = [entry, other].some(({ outcome }) => outcome.status === 'skipped');
  if (!('action' in entry) || (skipped && entry.outcome.status !== other.outcome.status)) return {};
  const { args, resolved = args } = entry.action;
  return resolved;
}

function resultOf(one: Timed, other: Timed): Json {
  const { outcome } = one.entry;
  if (outcome.status !== other.entry.outcome.status || isOnlyText(one, other) || isOnlyText(other, one))
    return null;
  switch (outcome.status) {
    case 'done':
      return outcome.value;
    case 'failed':
      return { error: outcome.error.type, message: outcome.error.message };
    case 'skipped':
      return null;
  }
}

/** Whether `one` has as text what `other` has as values: how they differ cannot be told. */
const isOnlyText = (one: Timed, other: Timed): boolean =>
  one.recorded === true && typeof valueOf(one) === 'string' && typeof (valueOf(other) ?? '') === 'object';

const valueOf = ({ entry: { outcome } }: Timed): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;

function foundBy(entry: LogEntry): Json {
  switch (entry.kind) {
    case 'condition':
      return { verdict: entry.verdict };
    case 'validation': {
      const { verdict, achieved, open, tripped } = entry;
      return { verdict, achieved, open, tripped };
    }
    case 'agent':
    case 'user':
    case 'environment':
      return (entry.observations ?? []).map(({ validation, verdict, achieved, open, tripped }) => ({
        validation,
        verdict,
        achieved,
        open,
        tripped,
      }));
    case 'agent-validation':
    case 'stop':
      return {};
  }
}

/** Positions in lists are left out: one item more in front shifts them and changes nothing else. */
function writtenBy({ changes }: LogEntry): Json {
  return changes.map((change) => {
    const path = change.path.map((key) => (typeof key === 'number' ? '#' : key));
    if (change.op === 'splice') return { ...change, path, at: 0 };
    return { ...change, path };
  });
}

/** Whether two texts, keys or ids mean the same. */
export type Same = (a: string, b: string) => boolean;

const exactly: Same = (a, b) => a === b;

/**
 * Where `a` and `b` differ, outermost place first. Items of lists that have ids are matched by them, so that one more in
 * front is one difference. Paths are those of `a`, or of `b` for what only `b` has.
 */
export function differencesBetween(a: Json, b: Json, same: Same = exactly, path: Path = []): Difference[] {
  if (a === b || (same === exactly && isSameJson(a, b))) return [];
  if (typeof a === 'string' && typeof b === 'string') return same(a, b) ? [] : [{ path, a, b }];
  if (isJsonObject(a) && isJsonObject(b)) return inFields(a, b, same, path);
  if (Array.isArray(a) && Array.isArray(b)) return inItems(a as Json[], b as Json[], same, path);
  return [{ path, a, b }];
}

function inFields(a: JsonObject, b: JsonObject, same: Same, path: Path): Difference[] {
  const keys = Object.keys(b);
  const left = new Set(keys);
  const counterpart = (key: string): string | undefined =>
    Object.hasOwn(b, key) ? key : same === exactly ? undefined : keys.find((other) => same(key, other));

  const differences: Difference[] = [];
  for (const key of Object.keys(a)) {
    const other = counterpart(key);
    if (other === undefined) differences.push({ path: [...path, key], a: a[key]! });
    else {
      left.delete(other);
      for (const found of differencesBetween(a[key]!, b[other]!, same, [...path, key]))
        differences.push(found);
    }
  }
  for (const key of left) differences.push({ path: [...path, key], b: b[key]! });
  return differences;
}

function inItems(a: readonly Json[], b: readonly Json[], same: Same, path: Path): Difference[] {
  const idKey = idKeyOf(a, b);
  return idKey === undefined ? byPosition(a, b, same, path) : byId(a, b, idKey, same, path);
}

/** Items that are the same at both ends of two lists stay out of it; between them, position counts. */
function byPosition(a: readonly Json[], b: readonly Json[], same: Same, path: Path): Difference[] {
  const equal = (one: Json, other: Json): boolean => differencesBetween(one, other, same).length === 0;
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && equal(a[head]!, b[head]!)) head += 1;
  let tail = 0;
  while (tail < shorter - head && equal(a.at(-1 - tail)!, b.at(-1 - tail)!)) tail += 1;

  const differences: Difference[] = [];
  for (let at = head; at < Math.max(a.length, b.length) - tail; at += 1) {
    const one = at < a.length - tail ? a[at] : undefined;
    const other = at < b.length - tail ? b[at] : undefined;
    const place = [...path, at];
    if (one !== undefined && other !== undefined)
      for (const found of differencesBetween(one, other, same, place)) differences.push(found);
    else differences.push({ path: place, ...(one === undefined ? { b: other! } : { a: one }) });
  }
  return differences;
}

function byId(a: readonly Json[], b: readonly Json[], idKey: string, same: Same, path: Path): Difference[] {
  const idOf = (item: Json): string => (item as JsonObject)[idKey] as string;
  const places = new Map(b.map((item, at) => [idOf(item), at]));
  const placeOf = (id: string): number | undefined =>
    places.get(id) ?? (same === exactly ? undefined : b.map(idOf).findIndex((other) => same(id, other)));

  const differences: Difference[] = [];
  const order: number[] = [];
  for (const [at, item] of a.entries()) {
    const other = placeOf(idOf(item)) ?? -1;
    if (other < 0) differences.push({ path: [...path, at], a: item });
    else {
      order.push(other);
      for (const found of differencesBetween(item, b[other]!, same, [...path, at])) differences.push(found);
    }
  }
  const matched = new Set(order);
  for (const [at, item] of b.entries())
    if (!matched.has(at)) differences.push({ path: [...path, at], b: item });
  if (order.some((other, at) => at > 0 && other < order[at - 1]!))
    differences.push({ path, a: a.map(idOf), b: b.map(idOf) });
  return differences;
}

/** The field that tells the items of both lists apart, such as `email_id`. */
function idKeyOf(a: readonly Json[], b: readonly Json[]): string | undefined {
  const [first] = a.length > 0 ? a : b;
  if (!isJsonObject(first)) return undefined;
  return Object.keys(first).find((key) => /^id$|_id$/.test(key) && tellsApart(a, key) && tellsApart(b, key));
}

function tellsApart(items: readonly Json[], key: string): boolean {
  const ids = items.map((item) => (isJsonObject(item) ? item[key] : undefined));
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === items.length;
}
