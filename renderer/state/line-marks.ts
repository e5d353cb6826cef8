import type { LogRow } from '../../preload/contract.ts';
import type { EventPlace } from './places.ts';
import { isIdle, isTrouble } from '../format/words.ts';

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
interface Course {
  /** Among those written on the same line. */
  readonly nth: number;
  state: LineMark['state'];
  entries: number[];
}

/** What came of each line of a file that an event is written on, in a log that grows. */
export class LineMarks {
  readonly #rows: readonly LogRow[];
  readonly #lines = new Map<string, number>();
  readonly #courses = new Map<string, Course>();
  /** Of several events on a line the one that failed, or at least fired: the one to look at. */
  readonly #best = new Map<number, Course>();
  /** How many rows are taken in. */
  #done = 0;

  constructor(file: string, places: readonly EventPlace[], rows: readonly LogRow[]) {
    this.#rows = rows;
    for (const [nth, { event, place }] of places.entries()) {
      if (place.file !== file) continue;
      const course: Course = { nth, state: 'never', entries: [] };
      this.#lines.set(event, place.line);
      this.#courses.set(event, course);
      if (!this.#best.has(place.line)) this.#best.set(place.line, course);
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
    const course = this.#courses.get(row.event);
    if (course === undefined) return false;
    const state = isTrouble(row) ? 'failed' : isIdle(row) ? 'waiting' : 'fired';
    if (RANK[state] > RANK[course.state]) return false;
    if (state !== course.state) course.entries = [];
    course.state = state;
    course.entries.push(row.index);

    const line = this.#lines.get(row.event)!;
    const best = this.#best.get(line)!;
    const ahead = RANK[state] - RANK[best.state] || course.nth - best.nth;
    if (ahead < 0) this.#best.set(line, course);
    return ahead <= 0;
  }
}
