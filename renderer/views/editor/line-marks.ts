import type { LogRow } from '../../../preload/contract.ts';
import type { EventPlace } from '../../stores/plan.ts';
import { isIdle, isFailure } from '../../ui/format/row-state.ts';

/** The state of the events declared on one line. */
export interface LineMark {
  readonly line: number;
  readonly state: 'fired' | 'failed' | 'waiting' | 'never';
  /** Indices of the entries to show. Waiting checks are left out once an event has fired or failed. */
  readonly entries: readonly number[];
}

const RANK = { failed: 0, fired: 1, waiting: 2, never: 3 } as const satisfies Record<
  LineMark['state'],
  number
>;

/** The state of one event so far. */
interface EventMark {
  /** Rank among the declared events. */
  readonly nth: number;
  state: LineMark['state'];
  entries: number[];
}

/** The marks of all lines of a file that declare events, for a log that grows. */
export class LineMarks {
  readonly #rows: readonly LogRow[];
  readonly #lines = new Map<string, number>();
  readonly #events = new Map<string, EventMark>();
  /** The event of each line to show: one that failed, else one that fired. */
  readonly #best = new Map<number, EventMark>();
  /** Number of rows processed. */
  #done = 0;

  constructor(file: string, places: readonly EventPlace[], rows: readonly LogRow[]) {
    this.#rows = rows;
    for (const [index, { event, place }] of places.entries()) {
      if (place.file !== file) continue;
      const mark: EventMark = { nth: index, state: 'never', entries: [] };
      this.#lines.set(event, place.line);
      this.#events.set(event, mark);
      if (!this.#best.has(place.line)) this.#best.set(place.line, mark);
    }
  }

  /** The marks; none while the log is empty. */
  get marks(): readonly LineMark[] {
    if (this.#done === 0) return [];
    return Array.from(this.#best, ([line, { state, entries }]) => ({ line, state, entries }));
  }

  /** Processes the new rows; costs only their number. Returns whether any mark changed. */
  grow(): boolean {
    let changed = this.#done === 0 && this.#rows.length > 0;
    for (; this.#done < this.#rows.length; this.#done++)
      changed = this.#take(this.#rows[this.#done]!) || changed;
    return changed;
  }

  #take(row: LogRow): boolean {
    const mark = this.#events.get(row.event);
    if (mark === undefined) return false;
    const state = isFailure(row) ? 'failed' : isIdle(row) ? 'waiting' : 'fired';
    if (RANK[state] > RANK[mark.state]) return false;
    if (state !== mark.state) mark.entries = [];
    mark.state = state;
    mark.entries.push(row.index);

    const line = this.#lines.get(row.event)!;
    const best = this.#best.get(line)!;
    const ahead = RANK[state] - RANK[best.state] || mark.nth - best.nth;
    if (ahead < 0) this.#best.set(line, mark);
    return ahead <= 0;
  }
}
