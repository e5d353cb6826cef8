import { fieldOf, Node, refusal, type Draft } from './node.ts';

/** A list, each change to which is noted as one splice or set. */
export class ListNode extends Node {
  override get(original: Draft, key: string | symbol): unknown {
    const value: unknown = fieldOf(original, key);
    if (typeof value !== 'function') return this.seen(key, value);
    const method = typeof key === 'string' ? methods.get(key) : undefined;
    return method === undefined ? value : (...args: readonly unknown[]) => method(this, args);
  }

  set(_original: Draft, key: string | symbol, value: unknown): boolean {
    if (typeof key === 'symbol' || key === '__proto__') throw refusal(`a field named ${String(key)}`);
    if (key === 'length') this.#shorten(value as number);
    else this.#setItem(key, value);
    return true;
  }

  deleteProperty(): never {
    throw refusal('a hole in a list: use splice');
  }

  get items(): unknown[] {
    return this.original as unknown as unknown[];
  }

  splice(at: number, remove: number, items: readonly unknown[]): unknown[] {
    return this.journal.splice(this, at, remove, items);
  }

  protected keyOf(key: string): number {
    return Number(key);
  }

  #shorten(length: number): void {
    const { length: held } = this.items;
    if (!Number.isSafeInteger(length) || length < 0 || length > held)
      throw refusal(`a length of ${String(length)} for a list of ${held}`);
    this.splice(length, held - length, []);
  }

  #setItem(key: string, value: unknown): void {
    const at = Number(key);
    const { length } = this.items;
    if (!Number.isSafeInteger(at) || at < 0 || at > length)
      throw refusal(`item ${key} of a list of ${length}`);
    if (at === length) this.splice(at, 0, [value]);
    else this.journal.set(this, at, value);
  }
}

type Method = (list: ListNode, args: readonly unknown[]) => unknown;

/** The methods that change a list. */
const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['push', (list, items) => insert(list, list.items.length, items)],
  ['pop', (list) => removeOne(list, list.items.length - 1)],
  ['shift', (list) => removeOne(list, 0)],
  ['unshift', (list, items) => insert(list, 0, items)],
  ['splice', splice],
  ['sort', (list, [compare]) => replaceAll(list, seenItems(list).sort(compare as undefined))],
  ['reverse', (list) => replaceAll(list, seenItems(list).reverse())],
]);

function insert(list: ListNode, at: number, items: readonly unknown[]): number {
  list.splice(at, 0, items);
  return list.items.length;
}

const removeOne = (list: ListNode, at: number): unknown =>
  list.items.length === 0 ? undefined : list.splice(at, 1, [])[0];

function replaceAll(list: ListNode, items: readonly unknown[]): Draft {
  list.splice(0, list.items.length, items);
  return list.draft;
}

function splice(list: ListNode, args: readonly unknown[]): unknown[] {
  const { length } = list.items;
  const [from = 0, remove = args.length === 1 ? length : 0, ...items] = args as readonly (
    number | undefined
  )[];
  const start = whole(from);
  const at = start < 0 ? Math.max(0, length + start) : Math.min(start, length);
  const most = args.length === 0 ? 0 : length - at;
  return list.splice(at, Math.max(0, Math.min(whole(remove), most)), items);
}

/** As lists themselves read a position or a count. */
const whole = (value: number): number => Math.trunc(value) || 0;

const seenItems = (list: ListNode): unknown[] => Array.from(list.draft as unknown as unknown[]);
