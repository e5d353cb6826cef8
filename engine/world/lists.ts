import { originalOf, versionOf } from '../state/index.ts';
import { refuse } from './tool.ts';

/** Some of many, and where they stand among all. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly range: readonly [from: number, to: number];
  readonly total: number;
}

/**
 * At most `limit` of `all`, from `offset` on; past the end there are none.
 *
 * @throws {ToolError} `ValueError` when either is below zero.
 */
export function pageOf<Item>(all: readonly Item[], offset: number, limit: number): Page<Item> {
  if (offset < 0) refuse('ValueError', 'Offset must be non-negative');
  if (limit < 0) refuse('ValueError', 'Limit must be non-negative');
  const end = Math.min(offset + limit, all.length);
  return { items: all.slice(offset, end), range: [offset, end], total: all.length };
}

/**
 * What an app begins with, by its ids, in the order given. `kind` is its plural: `orders`.
 *
 * @throws {ToolError} `ValueError` when two have one id.
 */
export function byId<Item>(
  kind: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Record<string, Item> {
  const all: Record<string, Item> = {};
  for (const item of items) {
    const id = idOf(item);
    if (Object.hasOwn(all, id))
      refuse('ValueError', `found two ${kind} with the id "${id}", wanted an id of its own for each`);
    all[id] = item;
  }
  return all;
}

/** A part of a state that can only be looked at. */
export type ReadOnly<Part> = Part extends object
  ? { readonly [Key in keyof Part]: ReadOnly<Part[Key]> }
  : Part;

/** `part` of a state without its recording draft, to search: many times as fast where there is much to look through. */
export const readOnly = <Part extends object>(part: Part): ReadOnly<Part> =>
  originalOf(part) as ReadOnly<Part>;

/**
 * A value computed from a part of a state, such as whether a list is sorted. It is kept until something in the part changes.
 */
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

  /** Keeps `value` for `part` as it is now: for who has just changed the part and knows. */
  set(part: Part, value: Value): void {
    this.#kept.set(originalOf(part), { version: versionOf(part), value });
  }
}
