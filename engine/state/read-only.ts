import type { JsonObject } from '../model/index.ts';
import { originalOf, versionOf } from './copy.ts';

/** A part of a state, read-only. A JSON object is so already: mapping its endless type fails in some orders of checking. */
export type ReadOnly<Part> = [Part, JsonObject] extends [JsonObject, Part]
  ? Part
  : Part extends object
    ? { readonly [Key in keyof Part]: ReadOnly<Part[Key]> }
    : Part;

/** A part of a state without its recording draft, which makes searching large parts many times faster. */
export const readOnly = <Part extends object>(part: Part): ReadOnly<Part> =>
  originalOf(part) as ReadOnly<Part>;

/** A value computed from a part of a state, such as whether a list is sorted. It is cached until the part changes. */
export class DerivedValue<Part extends object, Value> {
  readonly #compute: (part: ReadOnly<Part>) => Value;
  readonly #kept = new WeakMap<object, { readonly version: number | undefined; readonly value: Value }>();

  constructor(compute: (part: ReadOnly<Part>) => Value) {
    this.#compute = compute;
  }

  of(part: Part): Value {
    const version = versionOf(part);
    const kept = this.#kept.get(originalOf(part));
    if (version !== undefined && kept?.version === version) return kept.value;
    const value = this.#compute(readOnly(part));
    this.set(part, value);
    return value;
  }

  /** Caches `value` for the current content of `part`, for callers that changed the part and know the new value. */
  set(part: Part, value: Value): void {
    this.#kept.set(originalOf(part), { version: versionOf(part), value });
  }
}
