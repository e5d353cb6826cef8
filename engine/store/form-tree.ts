import type { LogEntry } from '../model/index.ts';
import { ENTRY_FIELDS, type Field, type Fields } from './entry-fields.ts';
import { Fork } from './fork.ts';

/** The place of a form, given as JSON, in its run; `undefined` where it has too many. */
type Keep = (form: string) => number | undefined;

/** After the name of a field what is known of it is kept, after the end of an entry the place of its form. */
type Way = Fork<unknown, Field | 'own' | number>;

/** The way on from the last field, which no field is called. */
const END = 0;

/** Finds the forms of entries, field by field: a tenth of the work of writing each down. */
export class FormTree {
  readonly #root: Way = new Fork();
  readonly #keep: Keep;
  /** Whether there are no more forms to be had: what is not known yet stays unknown. */
  #full = false;

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /** The place of the form of `entry`, if it has one. What is its own is added to `own`, in order. */
  nthOf(entry: LogEntry, own: unknown[]): number | undefined {
    const end = this.#follow(this.#root, entry, ENTRY_FIELDS, own);
    if (end === undefined) return undefined;
    end.kept ??= this.#keep(formOf(entry, ENTRY_FIELDS));
    this.#full ||= end.kept === undefined;
    return end.kept as number | undefined;
  }

  #follow(from: Way, object: object, fields: Fields, own: unknown[]): Way | undefined {
    let at: Way | undefined = from;
    // Lists of names and values would take three times as long.
    for (const name in object) {
      const value = (object as Record<string, unknown>)[name];
      if (value === undefined) continue;
      at = this.#on(at, name);
      if (at === undefined) return undefined;
      const field = (at.kept ??= fields.get(name) ?? 'own') as Field | 'own';
      if (field === 'own') own.push(value);
      else if (field === 'alike') at = this.#on(at, value);
      else if (field !== 'apart') at = this.#follow(at, value as object, field, own);
      if (at === undefined) return undefined;
    }
    return this.#on(at, END);
  }

  #on(from: Way, way: unknown): Way | undefined {
    return this.#full ? from.known(way) : from.on(way);
  }
}

/** JSON of what `object` has in common with others, and null for what is its own. */
function formOf(object: object, fields: Fields): string {
  const said = Object.entries<unknown>({ ...object }).filter(([, value]) => value !== undefined);
  const texts = said.map(([name, value]) => {
    const field = fields.get(name) ?? 'apart';
    const text =
      field === 'alike' ? JSON.stringify(value) : field === 'apart' ? 'null' : formOf(value as object, field);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${texts.join()}}`;
}
