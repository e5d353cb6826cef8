import type { LogRow } from '../../preload/contract.ts';
import { KEY_WORDS, ROW_KEYS } from './keys.ts';
import { tokensOf } from './tokens.ts';

/** What could stand in place of the characters `from` to before `to`. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Said beside it. */
  readonly hint: string;
}

const MOST = 12;

/** How a filter could go on at `caret`: keys, or values that the `rows` have. Nothing where plain words are typed. */
export function completionsOf(text: string, caret: number, rows: readonly LogRow[]): readonly Completion[] {
  const token = tokensOf(text.slice(0, caret)).find(({ to }) => to === caret);
  if (token === undefined) return keysLike('', caret, caret);
  const { key, value, valueFrom } = token;
  if (key === undefined) return token.quoted ? [] : keysLike(value.toLowerCase(), valueFrom, caret);
  if (!Object.hasOwn(ROW_KEYS, key) || token.quoted) return [];
  const last = value.slice(value.lastIndexOf(',') + 1).toLowerCase();
  return valuesOf(key, rows)
    .filter((known) => known.toLowerCase().startsWith(last) && known.toLowerCase() !== last)
    .slice(0, MOST)
    .map((known) => ({ from: caret - last.length, to: caret, text: written(known), hint: '' }));
}

const keysLike = (beginning: string, from: number, to: number): readonly Completion[] =>
  Object.entries(KEY_WORDS)
    .filter(([key]) => key.startsWith(beginning))
    .map(([text, hint]) => ({ from, to, text, hint }));

function valuesOf(key: string, rows: readonly LogRow[]): readonly string[] {
  const { of, values } = ROW_KEYS[key]!;
  if (values !== undefined) return values;
  const seen = new Set<string>();
  for (const row of rows) for (const said of of(row)) if (said !== undefined) seen.add(said);
  return [...seen].sort();
}

const written = (value: string): string => (/[\s",]/.test(value) ? `"${value}"` : value);
