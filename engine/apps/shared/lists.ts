import { refuse } from '../../world/index.ts';

/** A page of a list, with its range and the length of the whole list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly range: readonly [from: number, to: number];
  readonly total: number;
}

/**
 * At most `limit` items of `all`, from `offset` on.
 *
 * @throws {ToolError} `ValueError` when `offset` or `limit` is negative.
 */
export function pageOf<Item>(all: readonly Item[], offset: number, limit: number): Page<Item> {
  checkPage(offset, limit);
  const end = Math.min(offset + limit, all.length);
  return { items: all.slice(offset, end), range: [offset, end], total: all.length };
}

/** @throws {ToolError} `ValueError` when `offset` or `limit` is negative. */
export function checkPage(offset: number, limit: number): void {
  if (offset < 0) refuse('ValueError', 'Offset must be non-negative');
  if (limit < 0) refuse('ValueError', 'Limit must be non-negative');
}

/**
 * The items by their ids, in the order given. `kind` names them in the error: `orders`.
 *
 * @throws {ToolError} `ValueError` when two items have the same id.
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
