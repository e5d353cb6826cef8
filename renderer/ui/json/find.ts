import type { Json } from '../../../engine/model/index.ts';

/** The words of a search, in lower case. */
export const searchWords = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether all `words` occur in texts and numbers within `value`; with `keys`, also in names of fields there. */
export const contains = (value: Json | undefined, words: readonly string[], keys = false): boolean =>
  words.every((word) => occurs(value, word, keys));

function occurs(value: Json | undefined, word: string, keys: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== 'object') return String(value).toLowerCase().includes(word);
  const names = keys && !Array.isArray(value) ? Object.keys(value) : [];
  return (
    names.some((name) => name.toLowerCase().includes(word)) ||
    Object.values(value).some((item: Json) => occurs(item, word, keys))
  );
}
