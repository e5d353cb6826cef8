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
  /** Their JSON, and their places by key. */
  readonly #shapes: string[] = [];
  readonly #places = new Map<string, number>();
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
    const heading = `{"shapes":[${this.#shapes.join()}],"made":[${this.#made.join()}],"counts":[${this.#counts.join()}]}`;
    return `${heading}\n${this.#lines.join('\n')}`;
  }

  /** Notes the shape of `change`. Answers how many characters it takes: none where another had it before. */
  #shape(change: Change): number {
    const key = keyOf(change);
    const known = this.#places.get(key);
    this.#made.push(known ?? this.#shapes.length);
    if (known !== undefined) return 0;
    const { op, app, path } = change;
    const shape = JSON.stringify([op, app, path.map((step) => (typeof step === 'number' ? null : step))]);
    this.#places.set(key, this.#shapes.length);
    this.#shapes.push(shape);
    this.apps.add(app);
    return shape.length;
  }
}

/** The same for changes of one shape alone: each text with its length before it. Made in a third of the time of JSON. */
function keyOf({ op, app, path }: Change): string {
  let key = `${op}${app.length}:${app}`;
  for (const step of path) key += typeof step === 'number' ? '#' : `${step.length}:${step}`;
  return key;
}

function lineOf(change: Change): string {
  let positions = '';
  for (const step of change.path) if (typeof step === 'number') positions += `${step},`;
  switch (change.op) {
    case 'set':
      return positions + JSON.stringify(change.value);
    case 'delete':
      return positions.slice(0, -1);
    case 'splice':
      return `${positions}${change.at},${change.remove},${JSON.stringify(change.insert)}`;
  }
}
