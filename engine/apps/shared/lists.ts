import { refuse } from '../../world/index.ts';

/** Some of many, and where they stand among all. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly range: readonly [from: number, to: number];
  readonly total: number;
}

/**
 * At most `limit` of `all`, from `offset` on; past the end there are none.
 *
 * @throws {ToolError} `ValueError` when either is below zero.
 */
export function pageOf<Item>(all: readonly Item[], offset: number, limit: number): Page<Item> {
  if (offset < 0) refuse('ValueError', 'Offset must be non-negative');
  if (limit < 0) refuse('ValueError', 'Limit must be non-negative');
  const end = Math.min(offset + limit, all.length);
  return { items: all.slice(offset, end), range: [offset, end], total: all.length };
}

/**
 * What an app begins with, by its ids, in the order given. `kind` is its plural: `orders`.
 *
 * @throws {ToolError} `ValueError` when two have one id.
 */
export function byId<Item>(
  kind: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Record<string, Item> {
  const all: Record<string, Item> = {};
  for (const item of items) {
    const id = idOf(item);
    if (Object.hasOwn(all, id)) refuse('ValueError', `Two ${kind} have the id "${id}".`);
    all[id] = item;
  }
  return all;
}
