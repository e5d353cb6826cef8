import { isJsonObject, type Json } from '../../engine/model/index.ts';
import { formatCount } from '../format/amount.ts';
import { listIn, textOf } from '../apps/guards.ts';

const TELLING = ['subject', 'title', 'name', 'content', 'description'] as const;

/** A value in a few words: texts and numbers as they are, objects by a field that tells them apart. */
export function shortOf(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${value}"`;
  const list = listIn(value);
  if (list !== undefined) return `[ ${formatCount(list.length)} ]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  for (const key of TELLING) {
    const text = textOf(value, key);
    if (text !== undefined && text !== '') return `{ ${key}: "${text}" … }`;
  }
  return `{ ${formatCount(Object.keys(value).length)} }`;
}
