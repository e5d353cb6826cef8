import { groupBy } from '../model/group-by.ts';
import type { RunLine } from '../model/run-query.ts';

/** `lines` with each branch below the run it was branched off, where that is among them, and how deep it stands. */
export function asTree(lines: readonly RunLine[]): readonly { line: RunLine; depth: number }[] {
  const known = new Set(lines.map(({ id }) => id));
  const below = groupBy(lines, ({ parent }) =>
    parent !== undefined && known.has(parent) ? parent : undefined,
  );
  const tree: { line: RunLine; depth: number }[] = [];
  // Not recursive: branches of branches may go as deep as they like.
  const open = (below.get(undefined) ?? []).toReversed().map((line) => ({ line, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    tree.push(next);
    const { line, depth } = next;
    for (const branch of (below.get(line.id) ?? []).toReversed())
      open.push({ line: branch, depth: depth + 1 });
  }
  return tree;
}
