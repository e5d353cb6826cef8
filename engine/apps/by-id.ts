import { refuse } from './tool.ts';

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
    if (Object.hasOwn(all, id))
      refuse('ValueError', `found two ${kind} with the id "${id}", wanted an id of its own for each`);
    all[id] = item;
  }
  return all;
}
