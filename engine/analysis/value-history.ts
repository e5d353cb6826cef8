import {
  type Change,
  isJsonObject,
  isSameJson,
  type Json,
  type Path,
  type WriteKind,
  type ValueChange,
} from '../model/index.ts';

/** What one entry did to a value. */
export interface Touch {
  readonly how: WriteKind;
  readonly value: Json | undefined;
  /** It wrote something larger that the value is a part of, so that the value may be as it was. */
  readonly above: boolean;
}

/** Where a value stands on the other side of an entry, nowhere where it was put in or taken out, and what the entry did. */
export interface Step {
  readonly path: Path | undefined;
  readonly touch: Touch | undefined;
}

/** A value followed back across the entry that made `changes` to its app. `path` is where it stands after them. */
export function stepBack(path: Path, changes: readonly Change[]): Step {
  let place: Path | undefined = path;
  let touch: Touch | undefined;
  for (const change of changes.toReversed()) {
    touch = weightier(touch, touchOf(place, change));
    place = moved(place, change, 'insert', 'remove');
    if (place === undefined) break;
  }
  return { path: place, touch };
}

/** A value followed on across the entry that made `changes` to its app. `path` is where it stands before them. */
export function stepOn(path: Path, changes: readonly Change[]): Step {
  let place: Path = path;
  let touch: Touch | undefined;
  for (const change of changes) {
    const next = moved(place, change, 'remove', 'insert');
    if (next === undefined) return { path: undefined, touch: DELETED };
    touch = weightier(touchOf(next, change), touch);
    place = next;
  }
  return { path: place, touch };
}

/** `writers`, newest first, without those that wrote around the value and left it as it was. */
export const telling = (writers: readonly (ValueChange & Touch)[]): readonly ValueChange[] =>
  writers
    .filter(({ above, value }, at) => {
      const older = writers[at + 1]?.value;
      return !above || value === undefined || older === undefined || !isSameJson(value, older);
    })
    .map(({ index, how, value }) => ({ index, how, value }));

const DELETED: Touch = { how: 'deleted', value: undefined, above: false };
const WITHIN: Touch = { how: 'within', value: undefined, above: false };

const WEIGHT: Readonly<Record<WriteKind, number>> = { inserted: 2, set: 1, deleted: 1, within: 0 };

/** Of two that one entry made, the one that says more; `later`, where they say as much. */
function weightier(later: Touch | undefined, earlier: Touch | undefined): Touch | undefined {
  if (later === undefined || earlier === undefined) return later ?? earlier;
  return WEIGHT[earlier.how] > WEIGHT[later.how] ? { ...later, how: earlier.how } : later;
}

/** What `change` did to the value that stands at `path` after it. */
function touchOf(path: Path, change: Change): Touch | undefined {
  const { path: written } = change;
  if (isAtOrBelow(written, path) && (change.op === 'splice' || written.length > path.length)) return WITHIN;
  if (!isAtOrBelow(path, written)) return undefined;
  const rest = path.slice(written.length);
  switch (change.op) {
    case 'delete':
      return DELETED;
    case 'set':
      return wrote(valueAt(change.value, rest), 'set', rest.length > 0);
    case 'splice': {
      const nth = Number(rest[0]) - change.at;
      if (nth < 0 || nth >= change.insert.length) return undefined;
      return wrote(valueAt(change.insert[nth], rest.slice(1)), 'inserted', false);
    }
  }
}

const wrote = (value: Json | undefined, how: WriteKind, above: boolean): Touch =>
  value === undefined ? DELETED : { how, value, above };

/** Where what stands at `path` on one side of `change` stands on the other: lists shift. */
function moved(
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

const isAtOrBelow = (path: Path, top: Path): boolean =>
  path.length >= top.length && top.every((step, depth) => String(step) === String(path[depth]));

function valueAt(value: Json | undefined, path: Path): Json | undefined {
  let place = value;
  for (const step of path) {
    if (Array.isArray(place)) place = (place as readonly Json[])[Number(step)];
    else if (isJsonObject(place) && Object.hasOwn(place, step)) place = place[step];
    else return undefined;
  }
  return place;
}
