import { type EntryHead, isJsonObject, type Json, type SimTime } from '../model/index.ts';
import type { Apart, Ending, Form } from './form.ts';
import { jsonIn } from './json-in.ts';
import { DamageError } from './store-error.ts';

/** Before what an entry has of its own stand its form, its time, how late it was, and its causes. */
const BEFORE_OWN = 4;

/** The form at a place of the run. */
type FormAt = (nth: number) => Form;

/** What the entries of a stretch say, as it was written, read no further than it is asked for. Entries go by their place in it. */
export class WrittenBodies {
  readonly text: string;
  /** For each entry 1 when it has changes, 0 when it has none. */
  readonly #changed: string;
  readonly #position: number;
  readonly #formAt: FormAt;
  readonly #base: number;
  readonly #lines: readonly string[];

  /** `position` is the index of the first entry. @throws {DamageError} where the text is damaged, as do others who read. */
  constructor(position: number, text: string, changed: string, formAt: FormAt) {
    this.text = text;
    this.#changed = changed;
    this.#position = position;
    this.#formAt = formAt;
    const lines = text.split('\n');
    // Up to version 12 there was no time before the lines, each of which was an object.
    this.#base = text.startsWith('{') ? 0 : Number(lines.shift());
    if (!Number.isSafeInteger(this.#base)) throw new DamageError('entries begin at no time');
    if (lines.length === 0 || lines.length !== changed.length)
      throw new DamageError('a stretch has other entries than it says');
    this.#lines = lines;
  }

  get size(): number {
    return this.text.length;
  }

  /** How many entries there are. */
  get length(): number {
    return this.#lines.length;
  }

  /** Whether the entry at `place` has changes. */
  hasChanged(place: number): boolean {
    return this.#changed[place] === '1';
  }

  /** The entries from place `from` up to and with `to`, each with what `endOf` answers for it. */
  of<End extends Ending>(
    from: number,
    to: number,
    endOf: (place: number) => End,
  ): readonly (EntryHead & End)[] {
    const lines = this.#lines.slice(from, to + 1);
    const values = jsonIn(`[${lines.join()}]`) as readonly Json[];
    let at = 0;
    const entries = lines.map((_, nth) => {
      const [value, end] = [values[at], endOf(from + nth)];
      const index = this.#position + from + nth;
      if (typeof value !== 'number') return madeOf(index, values[at++], end);
      const form = this.#formAt(value);
      const apart = this.#apartAt(at, values, index);
      at += BEFORE_OWN + form.size;
      return form.filled(apart, end, values, at - form.size);
    });
    if (at !== values.length) throw new DamageError('entries do not fit their forms');
    return entries;
  }

  #apartAt(at: number, values: readonly Json[], index: number): Apart {
    const [, since, late, causes] = values.slice(at, at + BEFORE_OWN);
    if (typeof since !== 'number' || typeof late !== 'number' || !Array.isArray(causes))
      throw new DamageError('an entry does not say when it was');
    const time = this.#base + since;
    return {
      index,
      time: time as SimTime,
      due: (time - late) as SimTime,
      causes: (causes as readonly number[]).map((back) => index - back),
    };
  }
}

function madeOf<End extends Ending>(index: number, body: Json | undefined, end: End): EntryHead & End {
  if (!isJsonObject(body)) throw new DamageError('an entry is none');
  return { index, ...body, ...end } as object as EntryHead & End;
}
