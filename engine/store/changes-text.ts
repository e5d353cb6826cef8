import type { AppName, Change } from '../model/index.ts';
import { Fork } from './fork.ts';

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

/** Where a shape ends its place; before that ways part at the kind of change, at the app and at each step, null for a position. */
type Shapes = Fork<string | null, number>;

/** Takes in what entries that follow one another changed, and makes a text of it. */
export class ChangesText {
  readonly apps = new Set<AppName>();
  readonly #known: Shapes = new Fork();
  /** As JSON. */
  readonly #shapes: string[] = [];
  readonly #made: number[] = [];
  readonly #counts: number[] = [];
  readonly #lines: string[] = [];
  #length = 0;

  /** How many characters the changes take. */
  get length(): number {
    return this.#length;
  }

  /** Takes in the changes of the next entry. */
  add(changes: readonly Change[]): void {
    this.#counts.push(changes.length);
    for (const change of changes) {
      const line = lineOf(change);
      this.#lines.push(line);
      this.#made.push(this.#shapeOf(change));
      this.#length += line.length + 1;
    }
  }

  /** Empty when no entry changed anything. */
  toString(): string {
    if (this.#made.length === 0) return '';
    const heading = `{"shapes":[${this.#shapes.join()}],"made":[${this.#made.join()}],"counts":[${this.#counts.join()}]}`;
    return `${heading}\n${this.#lines.join('\n')}`;
  }

  /** The place of the shape of `change`, which is noted where no other had it before. */
  #shapeOf({ op, app, path }: Change): number {
    let fork = this.#known.on(op).on(app);
    for (const step of path) fork = fork.on(typeof step === 'number' ? null : step);
    return (fork.kept ??= this.#note([
      op,
      app,
      path.map((step) => (typeof step === 'number' ? null : step)),
    ]));
  }

  #note(shape: Shape): number {
    const text = JSON.stringify(shape);
    this.#length += text.length;
    this.apps.add(shape[1]);
    return this.#shapes.push(text) - 1;
  }
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
