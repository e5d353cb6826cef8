import { isJsonObject, type Json, type Path } from '../../engine/model/index.ts';
import { formatCount } from '../format/amount.ts';
import { listIn } from './guards.ts';

/** As many items of a collection as stand in one fold. */
export const FOLD = 100;

export interface TreeItem {
  readonly name: string | number;
  readonly value: Json;
  readonly path: Path;
}

/** What stands inside a value: nothing for texts, numbers, booleans and null. */
export function itemsOf(value: Json, path: Path): readonly TreeItem[] | undefined {
  const list = listIn(value);
  if (list !== undefined) return list.map((item, at) => ({ name: at, value: item, path: [...path, at] }));
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value).map(([name, item]) => ({ name, value: item, path: [...path, name] }));
}

/** `{ 3 }` for an object of three keys, `[ 12 ]` for a list of twelve items. */
export const sizeOf = (value: Json, count: number): string =>
  Array.isArray(value) ? `[ ${formatCount(count)} ]` : `{ ${formatCount(count)} }`;

/** The items in folds of a hundred. */
export function foldsOf(items: readonly TreeItem[]): readonly (readonly TreeItem[])[] {
  return Array.from({ length: Math.ceil(items.length / FOLD) }, (_fold, nth) =>
    items.slice(nth * FOLD, (nth + 1) * FOLD),
  );
}
