import { isJsonObject, type Json, type Path } from '../../engine/model/index.ts';
import { placeOf } from './place-of.ts';

/** What is looked at in vain before an example is given up. */
const MOST = 500;

/** An expression that fits an app's `state`: how long its first list is, that has anything in it if there is one. */
export function exampleOf(app: string, state: Json): string {
  const lists: { readonly path: Path; readonly length: number }[] = [];
  const waiting: { readonly value: Json; readonly path: Path }[] = [{ value: state, path: [] }];
  for (let seen = 0; seen < MOST && waiting.length > 0; seen++) {
    const { value, path } = waiting.shift()!;
    if (Array.isArray(value)) lists.push({ path, length: value.length });
    else if (isJsonObject(value))
      for (const [key, inner] of Object.entries(value)) waiting.push({ value: inner, path: [...path, key] });
  }
  const list = lists.find(({ length }) => length > 0) ?? lists[0];
  if (list !== undefined) return `${placeOf(app, list.path)}.length`;
  return `Object.keys(${placeOf(app, [])}).length`;
}
