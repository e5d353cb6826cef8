import { type AppName, type Change, append, type Json, type JsonObject, type Path } from '../model/index.ts';
import { copyJson, originalOf, standsFor } from './copy.ts';

/** A moment in a journal to come back to. */
export interface Mark {
  readonly changes: number;
  readonly latest: Write | undefined;
}

/** Never written to: a journal that has its first change is another list. */
const NO_CHANGES: Change[] = [];
const BEGINNING: Mark = { changes: 0, latest: undefined };

/**
 * The state of one app, and the journal of what is written to it.
 *
 * `draft` is used like any object; it writes through to the state at once and notes each write, so a write costs what the
 * change costs, whatever the size of the state. `take` closes the journal, `undo` takes back all it holds.
 *
 * The state stays a tree: what is put in is copied, also when it is a part of the state already. A part that was taken
 * out can still be written to; that changes nothing any more and is not noted.
 */
export class Recorder<State extends object = JsonObject> implements Journal {
  readonly draft: State;
  readonly #app: AppName;
  readonly #root: Draft;
  readonly #nodes = new WeakMap<object, Node>();
  readonly #order = new KeyOrder();
  #changes = NO_CHANGES;
  /** The latest write that can be taken back. */
  #latest: Write | undefined;

  /** Starts from a copy of `state`. @throws {TypeError} when JSON cannot hold it. */
  constructor(app: AppName, state: State) {
    this.#app = app;
    this.#root = copyJson(state, app) as Draft;
    this.draft = this.#nodeOf(this.#root, undefined, '').draft as unknown as State;
  }

  /** The state itself, as it is now. For reading; copy what must stay. */
  get state(): Json {
    return this.#root as Json;
  }

  /** The latest write in the journal. */
  get last(): Change | undefined {
    return this.#changes.at(-1);
  }

  /** Where the journal is now, for {@link undo}. */
  get mark(): Mark {
    return { changes: this.#changes.length, latest: this.#latest };
  }

  /** The writes since the last call, in order. They are final from here on. */
  take(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = NO_CHANGES;
    this.#latest = undefined;
    return changes;
  }

  /** Takes back every write since `to`, so that nothing of them is left, not even in the order of keys. */
  undo(to: Mark = BEGINNING): void {
    for (let write = this.#latest; write !== undefined && write !== to.latest; write = write.earlier)
      takeBack(write, this.#order);
    this.#latest = to.latest;
    if (this.#changes.length > to.changes) this.#changes = this.#changes.slice(0, to.changes);
  }

  draftOf(original: Draft, parent: Node, key: string | number): Draft {
    return this.#nodeOf(original, parent, key).draft;
  }

  set(node: Node, key: string | number, value: unknown): void {
    const { original } = node;
    const held = Object.hasOwn(original, key);
    const before = original[key];
    if (held && (value === before || (isObject(value) && originalOf(value) === before))) return;

    const path = node.path(key);
    const wanted = this.#copyOf(value, node, key);
    original[key] = wanted;
    const earlier = this.#latest;
    this.#latest = held
      ? { op: 'replace', original, key, before, earlier }
      : { op: 'add', original, key, earlier };
    if (!held) this.#order.added(original, String(key));
    if (path !== undefined) this.#note({ op: 'set', app: this.#app, path, value: snapshot(wanted) });
  }

  delete(node: Node, key: string): void {
    const { original } = node;
    if (!Object.hasOwn(original, key)) return;
    const before = original[key];
    const path = node.path(key);
    const rank = this.#order.rankOf(original, key);
    Reflect.deleteProperty(original, key);
    this.#latest = { op: 'delete', original, key, before, rank, earlier: this.#latest };
    if (path !== undefined) this.#note({ op: 'delete', app: this.#app, path });
  }

  /** Answers what was removed, as drafts: writing to them is undone as well. */
  splice(node: Node, at: number, remove: number, items: readonly unknown[]): unknown[] {
    if (remove === 0 && items.length === 0) return [];
    const path = node.path();
    const list = node.original as unknown as unknown[];
    const insert = items.map((item, offset) => this.#copyOf(item, node, at + offset));
    const removed = spliceList(list, at, remove, insert);
    this.#latest = { op: 'splice', list, at, inserted: insert.length, removed, earlier: this.#latest };
    if (path !== undefined)
      this.#note({ op: 'splice', app: this.#app, path, at, remove, insert: insert.map(snapshot) });
    if (removed.length === 0) return removed;
    return removed.map((item, offset) =>
      isObject(item) ? this.draftOf(item as Draft, node, at + offset) : item,
    );
  }

  #note(change: Change): void {
    this.#changes = append(this.#changes, change);
  }

  #nodeOf(original: Draft, parent: Node | undefined, key: string | number): Node {
    const known = this.#nodes.get(original);
    if (known !== undefined) return known;
    const node = new (Array.isArray(original) ? ListNode : FieldsNode)(this, original, parent, key);
    this.#nodes.set(original, node);
    return node;
  }

  /** What the state keeps of `value`, which is put under `key` of `node`. */
  #copyOf(value: unknown, node: Node, key: string | number): Json {
    return typeof value === 'string' ? value : copyJson(value, this.#placeOf(node, key));
  }

  #placeOf(node: Node, key: string | number): () => string {
    return () => [this.#app, ...(node.path(key) ?? ['(taken out)', key])].join('.');
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What the journal keeps: the state's own objects go on changing. */
const snapshot = (value: Json): Json => (isObject(value) ? copyJson(value) : value);

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
abstract class Node implements ProxyHandler<Draft> {
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
class FieldsNode extends Node {
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
const fieldOf = (original: Draft, key: string | symbol): unknown =>
  key === '__proto__' ? undefined : Reflect.get(original, key);

const refusal = (found: string): TypeError => new TypeError(`found ${found}, wanted what JSON can hold`);

/** A list, each change to which is noted as one splice or set. */
class ListNode extends Node {
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

/** A write as it must be known to be taken back, and the write before it: the latest leads to all of them. */
export type Write =
  | {
      readonly op: 'replace';
      readonly original: Draft;
      readonly key: string | number;
      readonly before: unknown;
      readonly earlier: Write | undefined;
    }
  | {
      readonly op: 'add';
      readonly original: Draft;
      readonly key: string | number;
      readonly earlier: Write | undefined;
    }
  | {
      readonly op: 'delete';
      readonly original: Draft;
      readonly key: string;
      readonly before: unknown;
      readonly rank: number;
      readonly earlier: Write | undefined;
    }
  | {
      readonly op: 'splice';
      readonly list: unknown[];
      readonly at: number;
      readonly inserted: number;
      readonly removed: readonly unknown[];
      readonly earlier: Write | undefined;
    };

/** Takes `write` back, the latest that has not been. */
function takeBack(write: Write, order: KeyOrder): void {
  switch (write.op) {
    case 'replace':
      write.original[write.key] = write.before;
      return;
    case 'add':
      Reflect.deleteProperty(write.original, write.key);
      return;
    case 'delete':
      order.restore(write.original, write.key, write.before, write.rank);
      return;
    case 'splice':
      spliceList(write.list, write.at, write.inserted, write.removed);
  }
}

/** What one call may take as arguments without overflowing the stack. */
const MOST_ARGUMENTS = 10_000;

/** `Array.prototype.splice` for any number of items, quick at the ends of long lists. Answers what was removed. */
export function spliceList<Item>(list: Item[], at: number, remove: number, insert: readonly Item[]): Item[] {
  if (insert.length > MOST_ARGUMENTS) return spliceMany(list, at, remove, insert);
  if (remove === 0 && at === 0) list.unshift(...insert);
  else if (remove === 1 && at === 0 && insert.length === 0) return [list.shift()!];
  else return list.splice(at, remove, ...insert);
  return [];
}

function spliceMany<Item>(list: Item[], at: number, remove: number, insert: readonly Item[]): Item[] {
  const tail = list.splice(at);
  for (const item of insert) list.push(item);
  for (let kept = remove; kept < tail.length; kept++) list.push(tail[kept]!);
  return tail.slice(0, remove);
}

type Fields = Record<string | number, unknown>;

/** In which order the keys of objects came in, kept for objects that lose keys, so that a lost key can come back to its place. */
class KeyOrder {
  readonly #ranks = new WeakMap<Fields, Map<string, number>>();
  #next = 0;

  /** The rank of `key`, which is about to be lost. Only an object's first loss costs a look at all its keys. */
  rankOf(fields: Fields, key: string): number {
    let ranks = this.#ranks.get(fields);
    if (ranks === undefined) {
      ranks = new Map(Object.keys(fields).map((held) => [held, this.#next++]));
      this.#ranks.set(fields, ranks);
    }
    return ranks.get(key) ?? this.#next;
  }

  /** Says that `key` has come in, after all others. */
  added(fields: Fields, key: string): void {
    this.#ranks.get(fields)?.set(key, this.#next++);
  }

  /** Puts `key` back where it was when {@link rankOf} told its rank. */
  restore(fields: Fields, key: string, value: unknown, rank: number): void {
    const ranks = this.#ranks.get(fields)!;
    const behind = Object.entries(fields).filter(([held]) => ranks.get(held)! > rank);
    for (const [held] of behind) Reflect.deleteProperty(fields, held);
    fields[key] = value;
    ranks.set(key, rank);
    Object.assign(fields, Object.fromEntries(behind));
  }
}
