import { firstPosition, type RunGroupHead } from '../../../engine/model/index.ts';
import type { ShownRuns } from '../../stores/library.ts';

/** A row of the list: the header of a group, or the run at a position. */
export type Row = { readonly group: RunGroupHead } | { readonly position: number };

/** The rows of the list from top to bottom: of folded groups only the headers. */
export class RowLayout {
  readonly count: number;
  readonly #groups: readonly RunGroupHead[];
  /** The row of each header, and the position of the first run below it. */
  readonly #heads: readonly { readonly row: number; readonly first: number }[];

  constructor({ found, groups, folded }: Pick<ShownRuns, 'found' | 'groups' | 'folded'>) {
    let [row, first] = [0, 0];
    this.#groups = groups;
    this.#heads = groups.map(({ name, runs }) => {
      const head = { row, first };
      const shown = folded.has(name) ? 0 : runs;
      row += 1 + shown;
      first += shown;
      return head;
    });
    this.count = groups.length === 0 ? found : row;
  }

  at(row: number): Row {
    const nth = firstPosition(this.#heads, (head) => head.row > row) - 1;
    const head = this.#heads[nth];
    if (head === undefined) return { position: row };
    return head.row === row ? { group: this.#groups[nth]! } : { position: head.first + row - head.row - 1 };
  }

  /** The row of the run at `position`. */
  rowOf(position: number): number {
    const nth = firstPosition(this.#heads, (head) => head.first > position) - 1;
    const head = this.#heads[nth];
    return head === undefined ? position : head.row + 1 + position - head.first;
  }
}
