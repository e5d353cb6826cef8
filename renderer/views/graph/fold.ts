import { EVENT_MARKS, type EventOutline, groupBy, type StatusOverview } from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { isFailure } from '../../ui/format/row-state.ts';

/** A node of the graph: one event, or many events that look the same in it. */
export interface FoldedNode {
  readonly id: string;
  /** In order of declaration. */
  readonly events: readonly EventOutline[];
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

export interface FoldedGraph {
  readonly nodes: readonly FoldedNode[];
  readonly edges: readonly GraphEdge[];
}

const MIN_FOLDED = 5;

/** Ids of the events that `event` waits for. */
const waitsFor = ({ timing }: EventOutline): readonly string[] => {
  switch (timing.kind) {
    case 'from-start':
      return [];
    case 'after':
      return timing.edges.map(({ event }) => event);
    case 'at':
      return timing.after;
  }
};

/** The events as a graph. Many events with the same predecessors and successors become one node unless `unfolded`. */
export function graphOf(events: readonly EventOutline[], unfolded: ReadonlySet<string>): FoldedGraph {
  const after = new Map<string, string[]>(events.map(({ id }) => [id, []]));
  for (const event of events) for (const before of waitsFor(event)) after.get(before)?.push(event.id);

  const twins = groupBy(events, (event) =>
    JSON.stringify([event.kind, waitsFor(event), after.get(event.id)]),
  );

  const nodes: FoldedNode[] = [];
  const boxOf = new Map<string, string>();
  for (const alike of twins.values()) {
    const first = alike[0]!.id;
    const folded = alike.length >= MIN_FOLDED && !unfolded.has(first);
    for (const group of folded ? [alike] : alike.map((event) => [event])) {
      nodes.push({ id: group[0]!.id, events: group });
      for (const { id } of group) boxOf.set(id, group[0]!.id);
    }
  }
  return { nodes, edges: edgesOf(nodes, boxOf) };
}

function edgesOf(nodes: readonly FoldedNode[], boxOf: ReadonlyMap<string, string>): readonly GraphEdge[] {
  return nodes.flatMap(({ id, events }) => {
    const before = waitsFor(events[0]!).map((one) => boxOf.get(one));
    return [...new Set(before)].flatMap((from) => (from === undefined ? [] : [{ from, to: id }]));
  });
}

/** `id` with all its predecessors and successors, direct or not. */
export function kinOf({ edges }: FoldedGraph, id: string): ReadonlySet<string> {
  const into = groupBy(edges, ({ to }) => to);
  const outOf = groupBy(edges, ({ from }) => from);
  const before = new Set([id]);
  for (const one of before) for (const { from } of into.get(one) ?? []) before.add(from);
  const after = new Set([id]);
  for (const one of after) for (const { to } of outOf.get(one) ?? []) after.add(to);
  return new Set([...before, ...after]);
}

/** Status of an event at the playhead. */
export type NodeStatus = 'fired' | 'failed' | 'skipped' | 'next' | 'waiting' | 'never';

export const STATUS_WORDS = {
  fired: 'Fired',
  failed: 'Failed',
  skipped: 'Skipped',
  next: 'Scheduled',
  waiting: 'Waiting',
  never: 'Can never fire',
} as const satisfies Record<NodeStatus, string>;

/** The status of the plan's event number `nth`. */
export function statusOf(
  { marks, entries }: StatusOverview,
  nth: number,
  rows: readonly LogRow[],
): NodeStatus {
  const mark = EVENT_MARKS[marks[nth]!]!;
  if (mark !== 'fired' && mark !== 'blocks') return mark;
  const row = rows[entries[nth]!];
  if (row === undefined) return 'fired';
  if (isFailure(row)) return 'failed';
  return row.status === 'skipped' ? 'skipped' : mark === 'fired' ? 'fired' : 'failed';
}

const WORST: readonly NodeStatus[] = ['failed', 'never', 'waiting', 'next', 'skipped', 'fired'];

/** The status of a node of many events: the most important one of theirs. */
export const worstOf = (statuses: readonly NodeStatus[]): NodeStatus =>
  WORST.find((status) => statuses.includes(status)) ?? 'waiting';
