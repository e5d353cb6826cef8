import { type AppName, type Change, type Json, type Path, printPath, valueAt } from '../model/index.ts';
import { copyJson } from './copy.ts';
import { spliceList } from './journal.ts';

/**
 * Brings `states` on by `changes`, in place and in order. What changes apps that are not among `states` is passed over.
 *
 * @throws {RangeError} when a change does not fit: the states are not those the changes were made to.
 */
export function advance(states: ReadonlyMap<AppName, Json>, changes: Iterable<Change>): void {
  for (const change of changes) {
    const state = states.get(change.app);
    if (state !== undefined) apply(state, change);
  }
}

type Container = Record<string | number, unknown>;

/**
 * Carries out `change` on `state`, in place. What it puts in is copied, so the change stays as it is.
 *
 * @throws {RangeError} when `state` has no such place: the change belongs to another state.
 */
export function apply(state: Json, change: Change): void {
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

/** The object or list at `path`, where `change` is to be made. */
function containerAt(state: Json, path: Path, { app, op, path: place }: Change): Container {
  const container = valueAt(state, path);
  if (typeof container === 'object' && container !== null) return container as Container;
  throw new RangeError(`Cannot ${op} ${printPath([app, ...place])}: the change was made to another state.`);
}
