import type { LogEntry } from '../model/index.ts';
import type { FormTree } from './form-tree.ts';

/**
 * Takes in what entries that follow one another say beside their changes, and makes a text of it. Its first line is the time
 * of the first of them. After it each has a line: the place of its form, its time since then, how late it was, how far before
 * it its causes are, and what it has of its own, as JSON without the brackets of a list. One without a form is an object.
 */
export class BodiesText {
  readonly #forms: FormTree;
  readonly #base: number;
  readonly #lines: string[];
  #length = 0;

  /** `base` is the time of the first entry. */
  constructor(base: number, forms: FormTree) {
    this.#forms = forms;
    this.#base = base;
    this.#lines = [String(base)];
  }

  /** How many characters the entries take. */
  get length(): number {
    return this.#length;
  }

  /** Takes in the next entry. */
  add(entry: LogEntry): void {
    const line = this.#lineOf(entry);
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  toString(): string {
    return this.#lines.join('\n');
  }

  #lineOf(entry: LogEntry): string {
    const { index, time, due, causes } = entry;
    const line: unknown[] = [0, time - this.#base, time - due, causes.map((cause) => index - cause)];
    line[0] = this.#forms.nthOf(entry, line);
    if (line[0] === undefined) return JSON.stringify({ ...entry, index: undefined, changes: undefined });
    return JSON.stringify(line).slice(1, -1);
  }
}
