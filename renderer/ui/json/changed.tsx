import type { JSX } from 'react';
import { type AppName, type Change, isAtOrBelow, type Path } from '../../../engine/model/index.ts';
import styles from './changed.module.css';

/** Whether a path was changed, contains a changed path, or neither. */
export type PathMark = 'changed' | 'within' | 'no';

export interface ChangedPaths {
  readonly marks: (path: Path) => PathMark;
}

/** For a state without known changes. */
export const NOTHING_CHANGED: ChangedPaths = { marks: () => 'no' };

/** Marks these places as changed. */
export const markedPaths = (paths: readonly Path[]): ChangedPaths => ({
  marks(path) {
    if (paths.some((marked) => isAtOrBelow(path, marked))) return 'changed';
    return paths.some((marked) => isAtOrBelow(marked, path)) ? 'within' : 'no';
  },
});

/** The paths in the state of `app` that one entry's changes changed, as they are after its last change. */
export function changedPaths(changes: readonly Change[], app: AppName): ChangedPaths {
  let changed: readonly Path[] = [];
  const touched: Path[] = [];
  for (const change of changes) {
    if (change.app !== app) continue;
    if (change.op === 'splice') {
      changed = [
        ...changed.flatMap((path) => shifted(path, change)),
        ...change.insert.map((_item, index) => [...change.path, change.at + index]),
      ];
      touched.push(change.path);
    } else {
      changed = changed.filter((path) => !isAtOrBelow(path, change.path));
      if (change.op === 'set') changed = [...changed, change.path];
      else touched.push(change.path.slice(0, -1));
    }
  }
  return {
    marks(path) {
      if (changed.some((written) => isAtOrBelow(path, written))) return 'changed';
      return [...changed, ...touched].some((written) => isAtOrBelow(written, path)) ? 'within' : 'no';
    },
  };
}

/** The path after a splice of a list above it; none if its item was removed. */
function shifted(path: Path, { path: list, at, remove, insert }: Change & { readonly op: 'splice' }): Path[] {
  const item = Number(path[list.length]);
  if (path.length <= list.length || !isAtOrBelow(path, list) || item < at) return [path];
  if (item < at + remove) return [];
  return [[...list, item + insert.length - remove, ...path.slice(list.length + 1)]];
}

/** The CSS class of a value that was changed or contains a change. */
export const changedClass = (mark: PathMark): string | undefined =>
  mark === 'no' ? undefined : styles.changed;

/** Text for screen readers, equivalent to the change bar at the left. */
export function ChangedWord({ mark }: { readonly mark: PathMark }): JSX.Element | null {
  return mark === 'no' ? null : <span className="visually-hidden">changed</span>;
}
