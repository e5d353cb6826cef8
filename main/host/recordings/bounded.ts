import { type Json, type JsonObject, isJsonObject } from '../../../engine/model/index.ts';

/** The maximum length of an answer as JSON: about 8,000 tokens of a model. */
export const MAX_ANSWER = 32_000;

const MAX_TEXT = 2_000; // characters of one text in an answer
const MAX_CHILDREN = 40; // fields or items of one value

/** A part of a list, and the start of the next part; no `next` at the end. */
export type BoundedPage = JsonObject & { readonly items: readonly Json[]; readonly next?: number };

/**
 * The items from index `from` on, up to `limit`, as far as they fit in an answer. Items are numbered by their order in `all`, and
 * shortened to fit.
 */
export function boundedPage(all: Iterable<Json>, from: number, limit: number): BoundedPage {
  const items: Json[] = [];
  let length = 0;
  let nth = -1;
  for (const item of all) {
    nth += 1;
    if (nth < from) continue;
    const cut = bounded(item, MAX_ANSWER / 4);
    length += JSON.stringify(cut).length + 1;
    if (items.length >= limit || (length > MAX_ANSWER && items.length > 0)) return { items, next: nth };
    items.push(cut);
  }
  return { items };
}

/**
 * `value` in about `most` characters of JSON, with up to `children` parts of each value. Long texts, lists and objects are cut
 * and say how much is left out; values nested too deep are described.
 */
export function bounded(value: Json, most = MAX_ANSWER, children = MAX_CHILDREN): Json {
  for (let depth = 8; depth > 0; depth -= 1)
    for (const share of [1, 4]) {
      const cut = cutTo(value, depth, children / share, MAX_TEXT / share);
      if (JSON.stringify(cut).length <= most) return cut;
    }
  return describe(value);
}

function cutTo(value: Json, depth: number, children: number, text: number): Json {
  if (typeof value === 'string')
    return value.length <= text ? value : `${value.slice(0, text)}… (${value.length - text} more characters)`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return describe(value);
  if (Array.isArray(value)) {
    const items = value.slice(0, children).map((item: Json) => cutTo(item, depth - 1, children, text));
    const left = value.length - items.length;
    return left === 0 ? items : [...items, `… (${left} more items)`];
  }
  const fields = Object.entries(value as JsonObject);
  const left = fields.length - children;
  return Object.fromEntries([
    ...fields
      .slice(0, children)
      .map(([name, field]) => [name, cutTo(field, depth - 1, children, text)] as const),
    ...(left <= 0 ? [] : [['…', `${left} more fields`] as const]),
  ]);
}

function describe(value: Json): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isJsonObject(value)) return `an object of ${Object.keys(value).length} fields`;
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
