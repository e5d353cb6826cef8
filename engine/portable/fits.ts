import type { Change, Path } from '../model/change.ts';
import type { Json, JsonObject } from '../model/json.ts';

/** Whether `change` can have been made to `state`: its place is there, and no list gets holes. */
export function fits(state: Json, change: Change): boolean {
  const { path } = change;
  if (change.op === 'splice') {
    const list = placeIn(state, path);
    return Array.isArray(list) && change.at <= list.length && change.remove <= list.length - change.at;
  }
  const key = path.at(-1);
  const place = placeIn(state, path.slice(0, -1));
  if (key === undefined || place === undefined) return false;
  if (Array.isArray(place)) return change.op === 'set' && typeof key === 'number' && key < place.length;
  return typeof key === 'string' && (change.op === 'set' || Object.hasOwn(place, key));
}

/** The object or list at `path`. */
function placeIn(state: Json, path: Path): readonly Json[] | JsonObject | undefined {
  let place: Json | undefined = state;
  for (const key of path) {
    if (typeof place !== 'object' || place === null) return undefined;
    if ((typeof key === 'number') !== Array.isArray(place) || !Object.hasOwn(place, key)) return undefined;
    place = (place as Readonly<Record<string | number, Json>>)[key];
  }
  return typeof place === 'object' && place !== null ? place : undefined;
}
