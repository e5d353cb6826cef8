import type { Change } from '../model/change.ts';
import type { AppName } from '../model/ids.ts';

/** What many changes have in common. In the path a position in a list is null: it stands with the change itself. */
export type Shape = readonly [op: Change['op'], app: AppName, path: readonly (string | null)[]];

/**
 * The first line of the text. After it each change has a line: the positions in its path, then what it puts in and where,
 * as JSON without the brackets of a list. So states are made of little more than what was put into them.
 */
export interface Heading {
  readonly shapes: readonly Shape[];
  /** The shape of each change, by its place among them. */
  readonly made: readonly number[];
  /** How many changes each entry made. */
  readonly counts: readonly number[];
}

/** Takes in what entries that follow one another changed, and makes a text of it. */
export class ChangesText {
  readonly apps = new Set<AppName>();
  /** Their places, by their JSON. */
  readonly #shapes = new Map<string, number>();
  readonly #made: number[] = [];
  readonly #counts: number[] = [];
  readonly #lines: string[] = [];

  /** Takes in the changes of the next entry. Answers how many characters they take. */
  add(changes: readonly Change[]): number {
    this.#counts.push(changes.length);
    let length = 0;
    for (const change of changes) {
      const line = lineOf(change);
      this.#lines.push(line);
      length += line.length + 1 + this.#shape(change);
    }
    return length;
  }

  /** Empty when no entry changed anything. */
  toString(): string {
    if (this.#made.length === 0) return '';
    const shapes = [...this.#shapes.keys()].join();
    const heading = `{"shapes":[${shapes}],"made":[${this.#made.join()}],"counts":[${this.#counts.join()}]}`;
    return `${heading}\n${this.#lines.join('\n')}`;
  }

  /** Notes the shape of `change`. Answers how many characters it takes: none where another had it before. */
  #shape({ op, app, path }: Change): number {
    const key = JSON.stringify([op, app, path.map((step) => (typeof step === 'number' ? null : step))]);
    const known = this.#shapes.get(key);
    this.#made.push(known ?? this.#shapes.size);
    if (known !== undefined) return 0;
    this.#shapes.set(key, this.#shapes.size);
    this.apps.add(app);
    return key.length;
  }
}

function lineOf(change: Change): string {
  const line: unknown[] = change.path.filter((step) => typeof step === 'number');
  if (change.op === 'set') line.push(change.value);
  if (change.op === 'splice') line.push(change.at, change.remove, change.insert);
  return JSON.stringify(line).slice(1, -1);
}
