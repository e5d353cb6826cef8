/** Groups `items` by key. Groups and items keep the order of `items`. */
export function groupBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** An empty list for {@link append}, which never writes to it. */
export const EMPTY_LIST: never[] = [];

/** `list` with `item` appended. For the first item, a new list is returned, because a growing empty list takes ten times the memory. */
export function append<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}

/**
 * The index of the first item for which `isBeyond` holds; the length if there is none. Binary search: all items after a match
 * must match.
 */
export function firstPosition<Item>(list: readonly Item[], isBeyond: (item: Item) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBeyond(list[middle]!)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Up to so many changes, updating a long list is faster than computing it again. */
const MAX_FEW_CHANGES = 100;

/** The items that a list lost and gained. */
export interface ListChanges<Item> {
  readonly gone: ReadonlySet<Item>;
  readonly come: ReadonlySet<Item>;
}

/** The items that only one of two lists has; `undefined` if there are many. */
export function fewChanges<Item>(
  before: readonly Item[],
  now: readonly Item[],
): ListChanges<Item> | undefined {
  let start = 0;
  while (start < before.length && before[start] === now[start]) start++;
  let end = 0;
  const most = Math.min(before.length, now.length) - start;
  while (end < most && before[before.length - 1 - end] === now[now.length - 1 - end]) end++;
  const gone = new Set(before.slice(start, before.length - end));
  const come = new Set<Item>();
  for (let at = start; at < now.length - end; at++) if (!gone.delete(now[at]!)) come.add(now[at]!);
  return gone.size + come.size > MAX_FEW_CHANGES ? undefined : { gone, come };
}

/** `list`, sorted by `isBefore`, without the items in `gone` and with those in `come`; the same list if nothing changes. */
export function withChanges<Item>(
  list: readonly Item[],
  gone: Iterable<Item>,
  come: Iterable<Item>,
  isBefore: (one: Item, other: Item) => boolean,
): readonly Item[] {
  const next = [...list];
  let isSame = true;
  for (const item of gone) {
    const index = next.indexOf(item);
    if (index < 0) continue;
    next.splice(index, 1);
    isSame = false;
  }
  for (const item of come) {
    const at = firstPosition(next, (other) => isBefore(item, other));
    next.splice(at, 0, item);
    isSame = false;
  }
  return isSame ? list : next;
}

/** The own property `key` of `record`. Use it for keys from outside, because every object inherits properties such as `constructor`. */
export const getOwn = <Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/**
 * Freezes `value` and all functions and objects in its fields, and returns it. For objects that all runs share and scenario code
 * can reach.
 */
export function freezeShared<Value>(value: Value): Value {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return value;
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) {
    const { value: part, get, set } = Reflect.getOwnPropertyDescriptor(value, key)!;
    for (const one of [part, get, set]) freezeShared(one as unknown);
  }
  return value;
}

/** Like `<` on texts, but surrogate pairs sort after all other characters, as code points do. */
export function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const left = one.charCodeAt(at);
    const right = other.charCodeAt(at);
    if (left !== right) return raiseSurrogate(left) - raiseSurrogate(right);
  }
  return one.length - other.length;
}

/** Makes surrogates sort above every other code unit. */
const raiseSurrogate = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
