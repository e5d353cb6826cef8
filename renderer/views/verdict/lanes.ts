/** An event of a graph; parents come before children. */
export interface LaneNode {
  readonly id: string;
  readonly parents: readonly string[];
}

/** The row of an event in a graph of lanes, numbered from left to right. */
export interface LaneRow {
  /** The lane of the event itself. */
  readonly lane: number;
  /** Lanes of its parents, from which lines come from above. */
  readonly from: readonly number[];
  /** Lanes that pass through the row. */
  readonly through: readonly number[];
  /** Whether a line continues to events below. */
  readonly goesOn: boolean;
}

/** Lays out a graph as rows from top to bottom, like a commit history. */
export function laneRows(events: readonly LaneNode[]): readonly LaneRow[] {
  const open = new Map<string, number>();
  for (const { parents } of events) for (const id of parents) open.set(id, (open.get(id) ?? 0) + 1);
  /** The event whose line occupies each lane. */
  const lanes: (string | undefined)[] = [];
  return events.map(({ id, parents }) => {
    const from = parents.map((parent) => lanes.indexOf(parent)).filter((lane) => lane >= 0);
    for (const parent of parents) {
      const left = open.get(parent)! - 1;
      open.set(parent, left);
      const lane = lanes.indexOf(parent);
      if (left === 0 && lane >= 0) lanes[lane] = undefined;
    }
    const through = [...lanes.keys()].filter((lane) => lanes[lane] !== undefined);
    const freed = from.find((lane) => lanes[lane] === undefined);
    const free = lanes.indexOf(undefined);
    const lane = freed ?? (free < 0 ? lanes.length : free);
    const goesOn = (open.get(id) ?? 0) > 0;
    lanes[lane] = goesOn ? id : undefined;
    return { lane, from, through, goesOn };
  });
}

/** Number of lanes that the rows need. */
export const laneCount = (rows: readonly LaneRow[]): number =>
  rows.reduce((most, { lane, through }) => Math.max(most, lane + 1, ...through.map((one) => one + 1)), 0);
