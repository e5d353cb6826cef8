/** What one call may take as arguments without overflowing the stack. */
const MOST_ARGUMENTS = 10_000;

/** `Array.prototype.splice` for any number of items, quick at the ends of long lists. Answers what was removed. */
export function spliceList<Item>(list: Item[], at: number, remove: number, insert: readonly Item[]): Item[] {
  if (insert.length > MOST_ARGUMENTS) return spliceMany(list, at, remove, insert);
  if (remove === 0 && at === 0) list.unshift(...insert);
  else if (remove === 1 && at === 0 && insert.length === 0) return [list.shift()!];
  else return list.splice(at, remove, ...insert);
  return [];
}

function spliceMany<Item>(list: Item[], at: number, remove: number, insert: readonly Item[]): Item[] {
  const tail = list.splice(at);
  for (const item of insert) list.push(item);
  for (let kept = remove; kept < tail.length; kept++) list.push(tail[kept]!);
  return tail.slice(0, remove);
}
