import type { LogRow } from '../../../preload/contract.ts';
import type { EventPlace } from '../../stores/plan.ts';
import { isIdle, isFailure } from '../../ui/format/words.ts';

/** What came of the events written on one line. */
export interface LineMark {
  readonly line: number;
  readonly state: 'fired' | 'failed' | 'waiting' | 'never';
  /** The entries that tell of it, by index; what they waited before is left out where anything came of it. */
  readonly entries: readonly number[];
}

const RANK = { failed: 0, fired: 1, waiting: 2, never: 3 } as const satisfies Record<
  LineMark['state'],
  number
>;

/** What came of one event so far. */
interface EventMark {
  /** Among those written on the same line. */
  readonly nth: number;
  state: LineMark['state'];
  entries: number[];
}

/** What came of each line of a file that an event is written on, in a log that grows. */
export class LineMarks {
  readonly #rows: readonly LogRow[];
  readonly #lines = new Map<string, number>();
  readonly #events = new Map<string, EventMark>();
  /** Of several events on a line the one that failed, or at least fired: the one to look at. */
  readonly #best = new Map<number, EventMark>();
  /** How many rows are taken in. */
  #done = 0;

  constructor(file: string, places: readonly EventPlace[], rows: readonly LogRow[]) {
    this.#rows = rows;
    for (const [nth, { event, place }] of places.entries()) {
      if (place.file !== file) continue;
      const mark: EventMark = { nth, state: 'never', entries: [] };
      this.#lines.set(event, place.line);
      this.#events.set(event, mark);
      if (!this.#best.has(place.line)) this.#best.set(place.line, mark);
    }
  }

  /** None as long as there are no rows: nothing can be said yet. */
  get marks(): readonly LineMark[] {
    if (this.#done === 0) return [];
    return Array.from(this.#best, ([line, { state, entries }]) => ({ line, state, entries }));
  }

  /** Takes in what has come since; a batch costs what it is long. Answers whether any mark is another. */
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
