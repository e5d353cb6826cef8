import { stripVTControlCharacters } from 'node:util';

const MOST_LINES = 100;
const LONGEST_LINE = 2_000; // characters

/** The last lines of a text that comes in pieces, such as what a process writes beside its answers. */
export class Overheard {
  #lines: readonly string[] = [];
  #begun = '';

  get lines(): readonly string[] {
    return [...this.#lines, ...inShort([this.#begun])].slice(-MOST_LINES);
  }

  add(text: string): void {
    const lines = (this.#begun + text).split(/[\r\n]+/);
    this.#begun = lines.pop()!.slice(0, LONGEST_LINE);
    this.#lines = [...this.#lines, ...inShort(lines.slice(-MOST_LINES))].slice(-MOST_LINES);
  }
}

const inShort = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => stripVTControlCharacters(line.slice(0, LONGEST_LINE)).trimEnd())
    .filter((line) => line !== '');
