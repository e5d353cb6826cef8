import { isJsonObject, type Json } from '../../../engine/model/values/json.ts';
import { refuse } from '../../../engine/scenario/orrery.ts';

/** Python's `+`. @throws {ToolError} `TypeError` for values that cannot be added. */
export function plus(one: Json, other: Json): Json {
  if (isNumber(one) && isNumber(other)) return Number(one) + Number(other);
  if (typeof one === 'string' && typeof other === 'string') return one + other;
  if (Array.isArray(one) && Array.isArray(other)) return one.concat(other) as Json;
  return refuse(
    'TypeError',
    `unsupported operand type(s) for +: '${typeName(one)}' and '${typeName(other)}'`,
  );
}

/** Python's `len`. @throws {ToolError} `TypeError` for values without a length. */
export function lengthOf(value: Json): number {
  if (typeof value === 'string') return Array.from(value).length;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length;
  return refuse('TypeError', `object of type '${typeName(value)}' has no len()`);
}

/** Compares like Python's `<`: negative when `one` is less. @throws {ToolError} `TypeError` for values without an order. */
export function orderOf(one: Json, other: Json): number {
  if (isNumber(one) && isNumber(other)) return Number(one) - Number(other);
  if (typeof one === 'string' && typeof other === 'string') return Number(one > other) - Number(one < other);
  return refuse('TypeError', `no order of '${typeName(one)}' and '${typeName(other)}'`);
}

/** Python's `in`: an item, a key or a substring. @throws {ToolError} `TypeError` for values that contain nothing. */
export function isIn(value: Json, whole: Json): boolean {
  if (Array.isArray(whole)) return whole.some((item) => same(item, value));
  if (isJsonObject(whole)) return typeof value === 'string' && Object.hasOwn(whole, value);
  if (typeof whole === 'string' && typeof value === 'string') return whole.includes(value);
  return refuse('TypeError', `argument of type '${typeName(whole)}' is not iterable`);
}

/** In Python, booleans are numbers. */
const isNumber = (value: Json): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean';

function typeName(value: Json): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}

/** Python's `==` for JSON values: `True` equals 1, and the order of keys does not matter. */
export function same(one: unknown, other: unknown): boolean {
  if (numbered(one) === numbered(other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        same((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}

const numbered = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/**
 * A copy of Python's `heapq`, ordered by time. The reference keeps its log and its messages in one, so items of the same
 * time come out in the order of that heap, and the cases recorded it.
 */
export class Heap<Item extends { readonly time: number }> {
  readonly #items: Item[] = [];

  push(item: Item): void {
    this.#items.push(item);
    this.#rise(this.#items.length - 1);
  }

  /** Removes all items up to `time`. Like the reference, it pops the first later item and pushes it back. */
  takeUntil(time: number): readonly Item[] {
    const taken: Item[] = [];
    while (this.#items.length > 0) {
      const first = this.#pop();
      if (first.time > time) {
        this.push(first);
        break;
      }
      taken.push(first);
    }
    return taken;
  }

  /** All items, sorted by time. */
  list(): readonly Item[] {
    return this.#items.toSorted((one, other) => one.time - other.time);
  }

  #pop(): Item {
    const items = this.#items;
    const last = items.pop()!;
    const [first] = items;
    if (first === undefined) return last;
    items[0] = last;
    this.#sink();
    return first;
  }

  /** Moves the smaller child up at each level (the right one of equals) until it reaches a leaf, then lets the item rise. */
  #sink(): void {
    const items = this.#items;
    const sinking = items[0]!;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && items[child]!.time >= items[child + 1]!.time) child += 1;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = sinking;
    this.#rise(at);
  }

  #rise(from: number): void {
    const items = this.#items;
    const rising = items[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (items[parent]!.time <= rising.time) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = rising;
  }
}
