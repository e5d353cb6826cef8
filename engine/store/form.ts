import {
  type Change,
  type EntryHead,
  isJsonObject,
  type Json,
  type JsonObject,
  type LogEntry,
} from '../model/index.ts';
import { ENTRY_FIELDS, type Fields } from './entry-fields.ts';
import { DamageError } from './store-error.ts';

/** What an entry ends with: its changes, or, where it is short, whether there are any. */
export type Ending = { readonly changes: readonly Change[] } | { readonly changed: boolean };

/** What stands apart from the form of an entry. */
export type Apart = Pick<LogEntry, 'index' | 'time' | 'due' | 'causes'>;

/** Where an entry has something of its own: in which of its parts, and by what name. */
interface Hole {
  readonly part: number;
  readonly name: string;
}

/** Makes entries out of what they have in common and what each has of its own. */
export class Form {
  readonly #frames: { readonly entry: JsonObject; readonly head: JsonObject };
  /** Each is within the entry, which is the first, or within one before. */
  readonly #parts: (Hole & { readonly frame: JsonObject })[] = [];
  readonly #holes: Hole[] = [];

  /** `frame` is what {@link FormTree} kept. @throws {DamageError} when it cannot be. */
  constructor(frame: Json) {
    if (!isJsonObject(frame)) throw new DamageError('a form is no object');
    const { changes, ...rest } = frame;
    // All that is put into it later is there before: an object that grows costs ten times as much.
    this.#frames = { entry: { ...rest, changes: changes ?? null }, head: { ...rest, changed: null } };
    this.#take(rest, ENTRY_FIELDS, 0);
  }

  /** How many values an entry has of its own. */
  get size(): number {
    return this.#holes.length;
  }

  /** The entry whose own values are those from place `at` on. */
  filled<End extends Ending>(apart: Apart, end: End, own: readonly Json[], at: number): EntryHead & End {
    const made = { ...('changes' in end ? this.#frames.entry : this.#frames.head) };
    const parts: Record<string, Json>[] = [made];
    for (const { part, name, frame } of this.#parts) parts.push((parts[part]![name] = { ...frame }));
    for (let nth = 0; nth < this.#holes.length; nth++) {
      const { part, name } = this.#holes[nth]!;
      parts[part]![name] = own[at + nth]!;
    }
    return Object.assign(made, apart, end) as object as EntryHead & End;
  }

  /** Nothing but what is known to be alike may stand in a form: small texts would make large entries. */
  #take(frame: JsonObject, fields: Fields, part: number): void {
    for (const [name, value] of Object.entries(frame)) {
      const field = fields.get(name);
      if (field === undefined && value === null) this.#holes.push({ part, name });
      else if (typeof field === 'object' && isJsonObject(value))
        this.#take(value, field, this.#parts.push({ part, name, frame: value }));
      else if (field !== (value === null ? 'apart' : 'alike'))
        throw new DamageError('a form is of nothing known');
    }
  }
}
