import {
  type Change,
  isAtOrBelow,
  isSameJson,
  type Json,
  type Path,
  type ValueChange,
  valueAt,
  type WriteKind,
} from '../model/index.ts';

/** The effect of one entry on a value. */
export interface WriteToValue {
  readonly how: WriteKind;
  readonly value: Json | undefined;
  /** Whether the entry wrote a larger value that contains this one, so that this one may be unchanged. */
  readonly containerWritten: boolean;
}

/** A value and its path before or after one entry. */
export interface FollowedValue {
  /** The path of the value before or after the entry; `undefined` if the value does not exist there. */
  readonly path: Path | undefined;
  /** The entry's write to the value, if any. */
  readonly write: WriteToValue | undefined;
}

/** Where the value at `path` was before an entry that made `changes` to its app, and what the entry did to it. `path` is valid right after the entry. */
export function pathBeforeChanges(path: Path, changes: readonly Change[]): FollowedValue {
  let place: Path | undefined = path;
  let write: WriteToValue | undefined;
  for (const change of changes.toReversed()) {
    write = combineWrites(write, writeTo(place, change));
    place = shiftedPath(place, change, 'insert', 'remove');
    if (place === undefined) break;
  }
  return { path: place, write };
}

/**
 * Follows the value at `path` forward across an entry that made `changes` to its app. `path` is valid right before the entry.
 */
export function followForward(path: Path, changes: readonly Change[]): FollowedValue {
  let place: Path = path;
  let write: WriteToValue | undefined;
  for (const change of changes) {
    const next = shiftedPath(place, change, 'remove', 'insert');
    if (next === undefined) return { path: undefined, write: DELETED };
    write = combineWrites(writeTo(next, change), write);
    place = next;
  }
  return { path: place, write };
}

/**
 * The entries that changed a value, out of `writes` to it, newest first. Writes of a larger value may have left it unchanged.
 */
export const valueHistory = (writes: readonly (ValueChange & WriteToValue)[]): readonly ValueChange[] =>
  writes
    .filter(({ containerWritten, value }, at) => {
      const older = writes[at + 1]?.value;
      return !containerWritten || value === undefined || older === undefined || !isSameJson(value, older);
    })
    .map(({ index, how, value }) => ({ index, how, value }));

const DELETED: WriteToValue = { how: 'deleted', value: undefined, containerWritten: false };
const WITHIN: WriteToValue = { how: 'within', value: undefined, containerWritten: false };

const KIND_WEIGHTS: Readonly<Record<WriteKind, number>> = { inserted: 2, set: 1, deleted: 1, within: 0 };

/** Combines two writes of one entry: the value of the later one, and the more informative kind. */
function combineWrites(
  later: WriteToValue | undefined,
  earlier: WriteToValue | undefined,
): WriteToValue | undefined {
  if (later === undefined || earlier === undefined) return later ?? earlier;
  return KIND_WEIGHTS[earlier.how] > KIND_WEIGHTS[later.how] ? { ...later, how: earlier.how } : later;
}

/** The effect of `change` on the value at `path`, which is its path after the change. */
function writeTo(path: Path, change: Change): WriteToValue | undefined {
  const { path: written } = change;
  if (isAtOrBelow(written, path) && (change.op === 'splice' || written.length > path.length)) return WITHIN;
  if (!isAtOrBelow(path, written)) return undefined;
  const rest = path.slice(written.length);
  switch (change.op) {
    case 'delete':
      return DELETED;
    case 'set':
      return newWrite(valueAt(change.value, rest), 'set', rest.length > 0);
    case 'splice': {
      const nth = Number(rest[0]) - change.at;
      if (nth < 0 || nth >= change.insert.length) return undefined;
      return newWrite(valueAt(change.insert[nth], rest.slice(1)), 'inserted', false);
    }
  }
}

const newWrite = (value: Json | undefined, how: WriteKind, containerWritten: boolean): WriteToValue =>
  value === undefined ? DELETED : { how, value, containerWritten };

/**
 * The path before or after `change` of the value at `path`: a splice shifts the items after it.
 * @param here The items of the splice on the side of `path`: `insert` after the change, `remove` before it.
 */
function shiftedPath(
  path: Path,
  change: Change,
  here: 'insert' | 'remove',
  there: 'insert' | 'remove',
): Path | undefined {
  if (change.op !== 'splice' || path.length <= change.path.length || !isAtOrBelow(path, change.path))
    return path;
  const counts = { insert: change.insert.length, remove: change.remove };
  const list = change.path.length;
  const at = Number(path[list]);
  if (at < change.at) return path;
  if (at < change.at + counts[here]) return undefined;
  return path.with(list, at - counts[here] + counts[there]);
}
