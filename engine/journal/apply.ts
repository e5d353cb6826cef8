import type { Change } from '../model/change.ts';
import type { Json } from '../model/json.ts';
import { copyJson } from './copy.ts';
import { spliceList } from './splice.ts';

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

function containerAt(state: Json, path: Change['path'], change: Change): Container {
  let place: unknown = state;
  for (const key of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, key)) throw misplaced(change);
    place = (place as Container)[key];
  }
  if (typeof place !== 'object' || place === null) throw misplaced(change);
  return place as Container;
}

const misplaced = ({ op, app, path }: Change): RangeError =>
  new RangeError(
    `${[app, ...path].join('.')}: found nothing to ${op} here; this change belongs to another state`,
  );
