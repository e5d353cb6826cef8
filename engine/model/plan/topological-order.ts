/** Nodes in order, and the first cycle among them, if any. */
export interface TopologicalOrder<Node> {
  /**
   * The nodes, each after its predecessors, otherwise in the given order. Nodes of a cycle are included; one of them comes before
   * the predecessor that closes the cycle.
   */
  readonly nodes: readonly Node[];
  /** The first cycle: each node waits for the next, and the last for the first. */
  readonly cycle: readonly Node[] | undefined;
}

interface Visit<Id, Node> {
  readonly node: Node;
  readonly predecessors: readonly Id[];
  /** The number of visited predecessors. */
  visited: number;
}

/**
 * Sorts the nodes of a graph so that each comes after its predecessors. Predecessors that are not among the nodes do not count.
 *
 * @param nodes the graph, by id
 * @param predecessorsOf the ids of the nodes that a node waits for
 */
export function topologicalOrder<Id, Node>(
  nodes: ReadonlyMap<Id, Node>,
  predecessorsOf: (node: Node) => readonly Id[],
): TopologicalOrder<Node> {
  const ordered: Node[] = [];
  const begun = new Set<Node>();
  const done = new Set<Node>();
  let cycle: readonly Node[] | undefined;
  // A stack instead of recursion: chains may be longer than calls can nest.
  const stack: Visit<Id, Node>[] = [];
  const begin = (node: Node): void => {
    begun.add(node);
    stack.push({ node, predecessors: predecessorsOf(node), visited: 0 });
  };
  for (const root of nodes.values()) {
    if (!begun.has(root)) begin(root);
    for (let visit = stack.at(-1); visit !== undefined; visit = stack.at(-1)) {
      if (visit.visited === visit.predecessors.length) {
        stack.pop();
        done.add(visit.node);
        ordered.push(visit.node);
        continue;
      }
      const before = nodes.get(visit.predecessors[visit.visited++]!);
      if (before === undefined) continue;
      if (!begun.has(before)) begin(before);
      else if (!done.has(before)) cycle ??= cycleOf(stack, before);
    }
  }
  return { nodes: ordered, cycle };
}

/** The nodes on the stack from `first` on. */
function cycleOf<Node>(stack: readonly Visit<unknown, Node>[], first: Node): readonly Node[] {
  const path = stack.map(({ node }) => node);
  return path.slice(path.indexOf(first));
}
