import { useEffect, useRef, useState } from 'react';
import type { Graph, GraphNode } from './fold.ts';
import type { Placed } from './layout.ts';
import type { LayOutQuestion } from './layout.worker.ts';
import LayOutWorker from './layout.worker.ts?worker';

export const BOX = { width: 208, height: 42, across: 250, down: 54 } as const; // CSS px

export interface PlacedNode extends GraphNode {
  /** Upper left corner, CSS px. */
  readonly x: number;
  readonly y: number;
}

export interface Picture {
  readonly graph: Graph;
  readonly nodes: ReadonlyMap<string, PlacedNode>;
  readonly width: number;
  readonly height: number;
}

/** Lays out `graph` in a worker; the previous layout stays until the new one arrives. */
export function useLayout(graph: Graph): Picture | undefined {
  const [picture, setPicture] = useState<Picture>();
  const worker = useRef<Worker>(undefined);
  const asked = useRef(0);

  useEffect(() => {
    worker.current = new LayOutWorker();
    return () => {
      worker.current?.terminate();
    };
  }, []);

  useEffect(() => {
    const numbers = new Map(graph.nodes.map(({ id }, nth) => [id, nth]));
    const edges = graph.edges.map(({ from, to }) => [numbers.get(from)!, numbers.get(to)!] as const);
    const number = ++asked.current;
    const question: LayOutQuestion = { number, shape: { count: graph.nodes.length, edges } };
    const take = ({ data }: MessageEvent<{ number: number; placed: Placed }>): void => {
      if (data.number === number) setPicture(pictureOf(graph, data.placed));
    };
    const asking = worker.current!;
    asking.addEventListener('message', take);
    asking.postMessage(question);
    return () => {
      asking.removeEventListener('message', take);
    };
  }, [graph]);

  return picture;
}

function pictureOf(graph: Graph, { columns, rows }: Placed): Picture {
  const top = rows.reduce((least, row) => Math.min(least, row), Infinity);
  const nodes = new Map<string, PlacedNode>();
  let width = 0;
  let height = 0;
  for (const [nth, node] of graph.nodes.entries()) {
    const x = columns[nth]! * BOX.across;
    const y = (rows[nth]! - top) * BOX.down;
    nodes.set(node.id, { ...node, x, y });
    width = Math.max(width, x + BOX.width);
    height = Math.max(height, y + BOX.height);
  }
  return { graph, nodes, width, height };
}
