import {
  callIn,
  type Aspect,
  type Difference,
  type EntryDifference,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  type LogEntry,
  type Path,
  type SimTime,
} from '../model/index.ts';
import type { IdMapping } from './id-mapping.ts';

/** An entry of one of two compared runs. */
export interface EntryOfRun {
  readonly entry: LogEntry;
  /** The start of its run. */
  readonly start: SimTime;
  /** True for a recorded trace. */
  readonly recorded?: boolean | undefined;
}

/** The differences between two counterparts. Ids that these or earlier counterparts generated count as the same. */
export function entryDifferences(a: EntryOfRun, b: EntryOfRun, ids: IdMapping): readonly EntryDifference[] {
  const same: IsSame = (one, other) => ids.isSame(one, other);
  const bothWrote = a.entry.changes.length > 0 && b.entry.changes.length > 0;
  const sameMade: IsSame = bothWrote
    ? (one, other) => ids.isSameInWrite(one, other)
    : (one, other) => ids.isSameInResult(one, other);
  const time = { a: a.entry.time - a.start, b: b.entry.time - b.start };
  const found = [
    ...withAspect('action', differences(calledTool(a.entry), calledTool(b.entry), same)),
    ...withAspect(
      'argument',
      differences(argumentsIn(a.entry, b.entry), argumentsIn(b.entry, a.entry), same),
    ),
    ...withAspect('outcome', differences(a.entry.outcome.status, b.entry.outcome.status, same)),
    ...withAspect('result', differences(comparableResult(a, b), comparableResult(b, a), sameMade)),
    ...withAspect('check', differences(checkFields(a.entry), checkFields(b.entry), same)),
    ...(time.a === time.b ? [] : [{ aspect: 'time' as const, path: [], ...time }]),
  ];
  // Different writes follow from these differences, unless the states differed.
  return found.length > 0
    ? found
    : withAspect(
        'effect',
        differences(writesWithoutIndexes(a.entry), writesWithoutIndexes(b.entry), sameMade),
      );
}

const NONE: readonly Difference[] = [];

// Most entries have the same text: comparing that is faster than comparing the ids in it.
const differences = (a: Json, b: Json, same: IsSame): readonly Difference[] =>
  typeof a !== 'string' && isSameJson(a, b) ? NONE : differencesBetween(a, b, same);

const withAspect = (aspect: Aspect, found: readonly Difference[]): readonly EntryDifference[] =>
  found.map((difference) => ({ aspect, ...difference }));

function calledTool(entry: LogEntry): Json {
  const action = callIn(entry)?.action;
  return action === undefined ? entry.kind : [entry.kind, action.app, action.tool];
}

/**
 * The arguments of a call, with references resolved. A skipped call has only references, which cannot be compared with resolved
 * arguments.
 */
function argumentsIn(entry: LogEntry, other: LogEntry): Json {
  const skipped = [entry, other].some(({ outcome }) => outcome.status === 'skipped');
  const action = callIn(entry)?.action;
  if (action === undefined || (skipped && entry.outcome.status !== other.outcome.status)) return {};
  const { args, resolved = args } = action;
  return resolved;
}

function comparableResult(one: EntryOfRun, other: EntryOfRun): Json {
  const { outcome } = one.entry;
  if (
    outcome.status !== other.entry.outcome.status ||
    isRecordedAsText(one, other) ||
    isRecordedAsText(other, one)
  )
    return null;
  switch (outcome.status) {
    case 'done':
      return outcome.value;
    case 'failed':
      return { error: outcome.error.type, message: outcome.error.message };
    case 'skipped':
    case 'no-result':
      return null;
  }
}

/** Whether a result cannot be compared, because a trace file has it as text and the other run as a structured value. */
const isRecordedAsText = (one: EntryOfRun, other: EntryOfRun): boolean =>
  one.recorded === true &&
  typeof outcomeValue(one) === 'string' &&
  typeof (outcomeValue(other) ?? '') === 'object';

const outcomeValue = ({ entry: { outcome } }: EntryOfRun): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;

function checkFields(entry: LogEntry): Json {
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
    case 'wait':
      return {};
  }
}

/** The writes of an entry without list indexes, because one additional item shifts indexes and changes nothing else. */
function writesWithoutIndexes({ changes }: LogEntry): Json {
  return changes.map((change) => {
    const path = change.path.map((key) => (typeof key === 'number' ? '#' : key));
    if (change.op === 'splice') return { ...change, path, at: 0 };
    return { ...change, path };
  });
}

/** Whether two texts, keys or ids are equivalent. */
export type IsSame = (a: string, b: string) => boolean;

const isEqualText: IsSame = (a, b) => a === b;

/**
 * The differences between `a` and `b`, outermost first. List items with ids are matched by id, so that one additional item is one
 * difference.
 * @returns Differences with paths into `a`, or into `b` for values that only `b` has.
 */
export function differencesBetween(
  a: Json,
  b: Json,
  same: IsSame = isEqualText,
  path: Path = [],
): Difference[] {
  if (a === b || (same === isEqualText && isSameJson(a, b))) return [];
  if (typeof a === 'string' && typeof b === 'string') return same(a, b) ? [] : [{ path, a, b }];
  if (isJsonObject(a) && isJsonObject(b)) return objectDifferences(a, b, same, path);
  if (!Array.isArray(a) || !Array.isArray(b)) return [{ path, a, b }];
  const [itemsA, itemsB] = [a as Json[], b as Json[]];
  const idKey = idKeyOf(itemsA, itemsB);
  return idKey === undefined
    ? listDifferences(itemsA, itemsB, same, path)
    : recordDifferences(itemsA, itemsB, idKey, same, path);
}

function objectDifferences(a: JsonObject, b: JsonObject, same: IsSame, path: Path): Difference[] {
  const keys = Object.keys(b);
  const left = new Set(keys);
  const counterpart = (key: string): string | undefined =>
    Object.hasOwn(b, key) ? key : same === isEqualText ? undefined : keys.find((other) => same(key, other));

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

/** Compares items by position, after leaving out equal items at both ends. */
function listDifferences(a: readonly Json[], b: readonly Json[], same: IsSame, path: Path): Difference[] {
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

/** Compares items by id. */
function recordDifferences(
  a: readonly Json[],
  b: readonly Json[],
  idKey: string,
  same: IsSame,
  path: Path,
): Difference[] {
  const idOf = (item: Json): string => (item as JsonObject)[idKey] as string;
  const places = new Map(b.map((item, index) => [idOf(item), index]));
  const placeOf = (id: string): number | undefined =>
    places.get(id) ?? (same === isEqualText ? undefined : b.map(idOf).findIndex((other) => same(id, other)));

  const differences: Difference[] = [];
  const order: number[] = [];
  for (const [index, item] of a.entries()) {
    const other = placeOf(idOf(item)) ?? -1;
    if (other < 0) differences.push({ path: [...path, index], a: item });
    else {
      order.push(other);
      for (const found of differencesBetween(item, b[other]!, same, [...path, index]))
        differences.push(found);
    }
  }
  const matched = new Set(order);
  for (const [index, item] of b.entries())
    if (!matched.has(index)) differences.push({ path: [...path, index], b: item });
  if (order.some((other, index) => index > 0 && other < order[index - 1]!))
    differences.push({ path, a: a.map(idOf), b: b.map(idOf) });
  return differences;
}

/** The field with the ids of the items in both lists, such as `email_id`. */
function idKeyOf(a: readonly Json[], b: readonly Json[]): string | undefined {
  const [first] = a.length > 0 ? a : b;
  if (!isJsonObject(first)) return undefined;
  return Object.keys(first).find((key) => /^id$|_id$/.test(key) && isUniqueIn(a, key) && isUniqueIn(b, key));
}

function isUniqueIn(items: readonly Json[], key: string): boolean {
  const ids = items.map((item) => (isJsonObject(item) ? item[key] : undefined));
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === items.length;
}
