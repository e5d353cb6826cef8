import { isJsonObject, type Json, type Path } from '../../engine/model/index.ts';

const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * The expression that leads to `path` of `app`. Where `state` is given, an item of a list is found again by its id, if it
 * has one: its position shifts as others come and go.
 */
export function placeOf(app: string, path: Path, state?: Json): string {
  let value = state;
  let place = `apps${stepTo(app, false)}`;
  let loose = false;
  for (const key of path) {
    const list = Array.isArray(value) ? (value as readonly Json[]) : undefined;
    value = list === undefined ? (isJsonObject(value) ? value[key] : undefined) : list[Number(key)];
    const id = list && idOf(value, list);
    place +=
      id === undefined
        ? stepTo(key, loose)
        : `${loose ? '?' : ''}.find((item) => item.${id.key} === ${id.text})`;
    // It may not be there yet, or not any more.
    loose = id !== undefined || typeof key === 'number' || !NAME.test(key);
  }
  return place;
}

function stepTo(key: string | number, loose: boolean): string {
  if (typeof key === 'string' && NAME.test(key)) return `${loose ? '?' : ''}.${key}`;
  return `${loose ? '?.' : ''}[${JSON.stringify(key)}]`;
}

/** What tells `item` from all others of `list`: a text called `id`, `email_id` or the like. */
function idOf(
  item: Json | undefined,
  list: readonly Json[],
): { readonly key: string; readonly text: string } | undefined {
  if (!isJsonObject(item)) return undefined;
  const key = Object.keys(item).find(
    (name) =>
      /(?:^|_)id$/i.test(name) &&
      NAME.test(name) &&
      typeof item[name] === 'string' &&
      list.filter((other) => isJsonObject(other) && other[name] === item[name]).length === 1,
  );
  return key === undefined ? undefined : { key, text: JSON.stringify(item[key]) };
}
