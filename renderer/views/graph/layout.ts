/** A graph as sent to the worker: nodes by number, and arrows between them. */
export interface GraphShape {
  readonly count: number;
  readonly edges: readonly (readonly [from: number, to: number])[];
}

/** Column of each node, from the left, and its row within the column. */
export interface NodePositions {
  readonly columns: Int32Array;
  readonly rows: Float64Array;
}

const SWEEPS = 6;

/**
 * Lays out an acyclic graph in columns: every arrow leads to the right, and nodes are close to their neighbours. Takes time in
 * proportion to the arrows and to the logarithm of the nodes in a column.
 */
export function layOutGraph({ count, edges }: GraphShape): NodePositions {
  const before: number[][] = Array.from({ length: count }, () => []);
  const after: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    before[to]!.push(from);
    after[from]!.push(to);
  }
  const columns = columnsOf(before, after);
  const members: number[][] = [];
  for (let box = 0; box < count; box++) (members[columns[box]!] ??= []).push(box);

  const rows = new Float64Array(count);
  for (const column of members) for (const [row, box] of column.entries()) rows[box] = row;
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const [order, near] = sweep % 2 === 0 ? [members, before] : [members.toReversed(), after];
    for (const column of order) settle(column, near, rows);
  }
  return { columns, rows };
}

/** Column of each node: one more than the largest column of its predecessors. */
function columnsOf(before: readonly number[][], after: readonly number[][]): Int32Array {
  const columns = new Int32Array(before.length);
  const left = before.map((boxes) => boxes.length);
  const open = left.flatMap((missing, box) => (missing === 0 ? [box] : []));
  for (let box = open.pop(); box !== undefined; box = open.pop())
    for (const next of after[box]!) {
      columns[next] = Math.max(columns[next]!, columns[box]! + 1);
      left[next]! -= 1;
      if (left[next] === 0) open.push(next);
    }
  return columns;
}

/** Sorts a column by the mean row of its nodes' neighbours, and puts each node as near to that as the one above allows. */
function settle(column: number[], near: readonly number[][], rows: Float64Array): void {
  const wish = new Map(column.map((box) => [box, meanOf(near[box]!, rows) ?? rows[box]!]));
  column.sort((one, other) => wish.get(one)! - wish.get(other)! || one - other);
  let free = -Infinity;
  let pushed = 0;
  for (const box of column) {
    const row = Math.max(free, wish.get(box)!);
    pushed += row - wish.get(box)!;
    rows[box] = row;
    free = row + 1;
  }
  // Nodes were only pushed down. Moving all up by half of that keeps the column level.
  for (const box of column) rows[box]! -= pushed / column.length / 2;
}

function meanOf(boxes: readonly number[], rows: Float64Array): number | undefined {
  if (boxes.length === 0) return undefined;
  let sum = 0;
  for (const box of boxes) sum += rows[box]!;
  return sum / boxes.length;
}
