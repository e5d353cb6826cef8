import {
  type AppName,
  type Change,
  isJsonObject,
  type Json,
  type Path,
  printPath,
  valueAt,
} from '../model/index.ts';
import { copyJson } from './copy.ts';
import { spliceList } from './journal.ts';

/**
 * Applies `changes` to `states`, in place and in order. Changes of other apps are skipped.
 * @throws {RangeError} when a change does not fit its state.
 */
export function applyChanges(states: ReadonlyMap<AppName, Json>, changes: Iterable<Change>): void {
  for (const change of changes) {
    const state = states.get(change.app);
    if (state !== undefined) applyChange(state, change);
  }
}

type Container = Record<string | number, unknown>;

/**
 * Applies `change` to `state`, in place. Values are copied, so that later changes of the state do not affect `change`.
 * @throws {RangeError} when `change` does not fit `state`.
 */
export function applyChange(state: Json, change: Change): void {
  const { path } = change;
  switch (change.op) {
    case 'set':
      containerAt(state, path.slice(0, -1), change)[path.at(-1)!] = copyJson(change.value);
      return;
    case 'delete':
      Reflect.deleteProperty(containerAt(state, path.slice(0, -1), change), path.at(-1)!);
      return;
    case 'splice':
      spliceList<unknown>(
        containerAt(state, path, change) as unknown as unknown[],
        change.at,
        change.remove,
        change.insert.map((item) => copyJson(item)),
      );
  }
}

/** Whether `change` fits `state`: its path exists, and no list gets holes. */
export function canApply(state: Json, change: Change): boolean {
  const { path } = change;
  if (change.op === 'splice') {
    const list = valueAt(state, path);
    return Array.isArray(list) && change.at <= list.length && change.remove <= list.length - change.at;
  }
  const key = path.at(-1);
  const container = valueAt(state, path.slice(0, -1));
  if (Array.isArray(container))
    return change.op === 'set' && typeof key === 'number' && key < container.length;
  if (!isJsonObject(container) || typeof key !== 'string') return false;
  return change.op === 'set' || Object.hasOwn(container, key);
}

/** The object or list at `path`, to which `change` applies. */
function containerAt(state: Json, path: Path, { app, op, path: place }: Change): Container {
  const container = valueAt(state, path);
  if (typeof container === 'object' && container !== null) return container as Container;
  throw new RangeError(`Cannot ${op} ${printPath([app, ...place])}: the change was made to another state.`);
}
