/** What one call may take as arguments without overflowing the stack. */
const MOST_ARGUMENTS = 10_000;

/** `Array.prototype.splice` for any number of items. Answers what was removed. */
export function spliceList<Item>(list: Item[], at: number, remove: number, insert: readonly Item[]): Item[] {
  if (insert.length <= MOST_ARGUMENTS) return list.splice(at, remove, ...insert);
  const tail = list.splice(at);
  for (const item of insert) list.push(item);
  for (let kept = remove; kept < tail.length; kept++) list.push(tail[kept]!);
  return tail.slice(0, remove);
}
