import { useEffect, useMemo, useRef, useState } from 'react';
import { useRowHeight } from '../../ui/virtual-window.ts';
import type { FoldedGraph, FoldedNode } from './fold.ts';
import type { NodePositions } from './layout.ts';
import type { LayOutQuestion } from './layout.worker.ts';
import LayOutWorker from './layout.worker.ts?worker';

/** Size of a box and the distance to the next, in text heights: the same part of a name fits at every text size. */
const BOX = { width: 16, height: 3.25, across: 19.25, down: 4.25 } as const;

export interface PlacedNode extends FoldedNode {
  /** Upper left corner, CSS px. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface GraphPicture {
  readonly graph: FoldedGraph;
  readonly nodes: ReadonlyMap<string, PlacedNode>;
  readonly width: number;
  readonly height: number;
}

/** Lays out `graph` in a worker; the previous layout stays until the new one arrives. */
export function useLayout(graph: FoldedGraph): GraphPicture | undefined {
  const [laidOut, setLaidOut] = useState<{ readonly graph: FoldedGraph; readonly placed: NodePositions }>();
  const text = useRowHeight(1);
  const worker = useRef<Worker>(undefined);
  const asked = useRef(0);

  useEffect(() => {
    worker.current = new LayOutWorker();
    return () => {
      worker.current?.terminate();
    };
  }, []);

  useEffect(() => {
    const numbers = new Map(graph.nodes.map(({ id }, index) => [id, index]));
    const edges = graph.edges.map(({ from, to }) => [numbers.get(from)!, numbers.get(to)!] as const);
    const number = ++asked.current;
    const question: LayOutQuestion = { number, shape: { count: graph.nodes.length, edges } };
    const take = ({ data }: MessageEvent<{ number: number; placed: NodePositions }>): void => {
      if (data.number === number) setLaidOut({ graph, placed: data.placed });
    };
    const asking = worker.current!;
    asking.addEventListener('message', take);
    asking.postMessage(question);
    return () => {
      asking.removeEventListener('message', take);
    };
  }, [graph]);

  return useMemo(() => laidOut && pictureOf(laidOut.graph, laidOut.placed, text), [laidOut, text]);
}

function pictureOf(graph: FoldedGraph, { columns, rows }: NodePositions, text: number): GraphPicture {
  const top = rows.reduce((least, row) => Math.min(least, row), Infinity);
  const box = { width: BOX.width * text, height: BOX.height * text };
  const nodes = new Map<string, PlacedNode>();
  let width = 0;
  let height = 0;
  for (const [index, node] of graph.nodes.entries()) {
    const x = columns[index]! * BOX.across * text;
    const y = (rows[index]! - top) * BOX.down * text;
    nodes.set(node.id, { ...node, ...box, x, y });
    width = Math.max(width, x + box.width);
    height = Math.max(height, y + box.height);
  }
  return { graph, nodes, width, height };
}
