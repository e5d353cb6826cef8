import type { AppName, Change, Json, JsonObject, Path } from '../model/index.ts';
import { ChangesText, type Shape } from './changes-text.ts';
import { isHeading } from './is-heading.ts';
import { jsonIn } from './json-in.ts';
import { DamageError } from './store-error.ts';

interface Parts {
  readonly shapes: readonly Shape[];
  /** The shape of each change, by its place among them. */
  readonly made: readonly number[];
  /** The place of the first change of each entry, and after the last that where another would be. */
  readonly starts: readonly number[];
  /** Of each change. */
  readonly lines: readonly string[];
}

/** What the entries of a stretch changed, read no further than it is asked for. Entries go by their place in the stretch. */
export class WrittenChanges {
  readonly text: string;
  #parts: Parts | undefined;

  /** `text` is empty when no entry changed anything. Who reads gets a {@link DamageError} where it is damaged. */
  constructor(text: string) {
    this.text = text;
  }

  get size(): number {
    return this.text.length;
  }

  /** What the entries from place `from` up to and with `to` changed, in order; where it is given, of `app` alone. */
  of(from: number, to: number, app?: AppName): readonly Change[] {
    const { shapes, made, lines } = this.#read();
    const wanted: Shape[] = [];
    const said: string[] = [];
    for (let nth = this.#startOf(from); nth < this.#startOf(to + 1); nth++) {
      const shape = shapes[made[nth]!]!;
      if (app !== undefined && shape[1] !== app) continue;
      wanted.push(shape);
      // Of what was deleted where there is no list nothing is left to say.
      if (lines[nth] !== '') said.push(lines[nth]!);
    }
    return changesOf(wanted, jsonIn(`[${said.join()}]`) as Json[]);
  }

  /** The entries from place `from` up to and with `to` with a change that `meets` what is asked for, ascending. */
  entries(from: number, to: number, meets: (app: AppName, path: Shape[2]) => boolean): readonly number[] {
    const { shapes, made, starts } = this.#read();
    const meeting = shapes.map(([, app, path]) => meets(app, path));
    const found: number[] = [];
    for (let entry = Math.max(0, from); entry <= to && entry < starts.length - 1; entry++)
      if (made.slice(starts[entry], starts[entry + 1]).some((shape) => meeting[shape])) found.push(entry);
    return found;
  }

  #startOf(entry: number): number {
    const { starts } = this.#read();
    return starts[Math.min(Math.max(0, entry), starts.length - 1)]!;
  }

  #read(): Parts {
    return (this.#parts ??= partsOf(this.text));
  }
}

function partsOf(text: string): Parts {
  if (text === '') return { shapes: [], made: [], starts: [0], lines: [] };
  const [first, lines] = linesOf(text);
  if (!isHeading(first, lines.length)) throw new DamageError('a text of changes does not fit its first line');
  const { shapes, made, counts } = first;
  let start = 0;
  return { shapes, made, starts: [0, ...counts.map((count) => (start += count))], lines };
}

/** The first line of `text`, which says what the others are, and those. */
function linesOf(text: string): readonly [first: JsonObject, lines: readonly string[]] {
  try {
    const [first = '', ...lines] = (text.startsWith('{') ? text : renewed(text)).split('\n');
    return [JSON.parse(first) as JsonObject, lines];
  } catch (thrown) {
    throw new DamageError('a text of changes cannot be read', { cause: thrown });
  }
}

function changesOf(shapes: readonly Shape[], values: readonly Json[]): readonly Change[] {
  let at = 0;
  const number = (): number => {
    const value = values[at++];
    if (typeof value !== 'number') throw new DamageError('a change does not say where it was');
    return value;
  };
  const value = (): Json => values[at++] ?? null;
  const changes = shapes.map(([op, app, steps]): Change => {
    const path = steps.includes(null) ? steps.map((step) => step ?? number()) : (steps as Path);
    switch (op) {
      case 'set':
        return { op, app, path, value: value() };
      case 'delete':
        return { op, app, path };
      case 'splice':
        return { op, app, path, at: number(), remove: number(), insert: listOf(value()) };
    }
  });
  if (at !== values.length) throw new DamageError('changes do not fit their shapes');
  return changes;
}

function listOf(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new DamageError('a change puts in what is no list');
  return value as readonly Json[];
}

/** Up to version 11 there was a line for each entry: a list of its changes as JSON, or nothing. */
function renewed(text: string): string {
  const changes = new ChangesText();
  for (const line of text.split('\n')) changes.add(line === '' ? [] : (JSON.parse(line) as Change[]));
  return changes.toString();
}
