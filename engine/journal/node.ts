import type { Path } from '../model/change.ts';
import { standsFor } from './originals.ts';

/** An object or list of the state, as it is and as its handler sees it. */
export type Draft = Record<string | number, unknown>;

/** What reads and writes of drafts are passed to. */
export interface Journal {
  /** The draft of `original`, which is found under `key` of `parent`. */
  draftOf(original: Draft, parent: Node, key: string | number): Draft;
  set(node: Node, key: string | number, value: unknown): void;
  delete(node: Node, key: string): void;
  splice(node: Node, at: number, remove: number, items: readonly unknown[]): unknown[];
}

/**
 * An object of the state: where it is, and how its draft behaves as itself while every write goes to the journal.
 *
 * Its methods are those of the class and not of one journal: optimised code is thrown away with the functions that it was
 * made for, and journals come and go.
 */
export abstract class Node implements ProxyHandler<Draft> {
  readonly original: Draft;
  readonly draft: Draft;
  protected readonly journal: Journal;
  readonly #parent: Node | undefined;
  readonly #depth: number;
  /** In lists a hint, for positions shift. */
  #key: string | number;

  constructor(journal: Journal, original: Draft, parent: Node | undefined, key: string | number) {
    this.journal = journal;
    this.original = original;
    this.#parent = parent;
    this.#depth = parent === undefined ? 0 : parent.#depth + 1;
    this.#key = key;
    this.draft = new Proxy(original, this);
    standsFor(this.draft, original);
  }

  /** Where it is now, or what it has under `last`; `undefined` when it was taken out of the state. */
  path(last?: string | number): Path | undefined {
    // Of the length that it will have: the journal keeps it, and a list that grows takes more room.
    const path = new Array<string | number>(this.#depth + (last === undefined ? 0 : 1));
    if (last !== undefined) path[this.#depth] = last;
    return this.#find(path) ? path : undefined;
  }

  #find(path: (string | number)[]): boolean {
    if (this.#parent === undefined) return true;
    const above = this.#parent.original;
    if (above[this.#key] !== this.original) {
      const at = Array.isArray(above) ? above.indexOf(this.original) : -1;
      if (at < 0) return false;
      this.#key = at;
    }
    path[this.#depth - 1] = this.#key;
    return this.#parent.#find(path);
  }

  abstract set(original: Draft, key: string | symbol, value: unknown): boolean;

  abstract deleteProperty(original: Draft, key: string | symbol): boolean;

  get(original: Draft, key: string | symbol): unknown {
    return this.seen(key, fieldOf(original, key));
  }

  getOwnPropertyDescriptor(original: Draft, key: string | symbol): PropertyDescriptor | undefined {
    const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
    if (descriptor !== undefined) descriptor.value = this.seen(key, descriptor.value);
    return descriptor;
  }

  defineProperty(): never {
    throw refusal('a defined property: assign it');
  }

  setPrototypeOf(): never {
    throw refusal('a prototype of its own');
  }

  preventExtensions(): never {
    throw refusal('a frozen object');
  }

  /** `value`, which stands under `key`, as who reads it sees it. */
  protected seen(key: string | symbol, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || typeof key === 'symbol') return value;
    return this.journal.draftOf(value as Draft, this, this.keyOf(key));
  }

  protected abstract keyOf(key: string): string | number;
}

/** An object that is not a list. */
export class FieldsNode extends Node {
  set(_original: Draft, key: string | symbol, value: unknown): boolean {
    if (typeof key === 'symbol' || key === '__proto__') throw refusal(`a field named ${String(key)}`);
    this.journal.set(this, key, value);
    return true;
  }

  deleteProperty(_original: Draft, key: string | symbol): boolean {
    if (typeof key === 'string') this.journal.delete(this, key);
    return true;
  }

  protected keyOf(key: string): string {
    return key;
  }
}

/** What `original` has under `key`. What all objects share is not of the state. */
export const fieldOf = (original: Draft, key: string | symbol): unknown =>
  key === '__proto__' ? undefined : Reflect.get(original, key);

export const refusal = (found: string): TypeError =>
  new TypeError(`found ${found}, wanted what JSON can hold`);
