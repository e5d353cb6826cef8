import {
  type AppName,
  type Change,
  append,
  EMPTY,
  type Json,
  type JsonObject,
  type Path,
  printPath,
} from '../model/index.ts';
import { copyJson, type OnNegativeZero, originalOf, registerDraft } from './copy.ts';

/** A position in a journal that {@link Recorder.undo} can return to. */
export interface Savepoint {
  readonly changes: number;
  readonly undoSteps: number;
}

const START: Savepoint = { changes: 0, undoSteps: 0 };

/**
 * The state of one app and the journal of the writes to it.
 *
 * `draft` is used like any object. It writes through to the state at once and records every write, so the cost of a write
 * depends on the size of the change, not of the state. `takeChanges` empties the journal; `undo` reverts the writes in it.
 *
 * The state stays a tree: every inserted value is copied, even a part of the state itself. A removed part can still be written
 * to, but such writes do not change the state and are not recorded.
 */
export class Recorder<State extends object = JsonObject> {
  readonly draft: State;
  readonly #app: AppName;
  readonly #onNegativeZero: OnNegativeZero | undefined;
  readonly #root: Draft;
  readonly #rootNode: DraftNode;
  /** The nodes of the state's objects. */
  readonly #nodes = new WeakMap<object, DraftNode>();
  readonly #keyOrder = new KeyOrder();
  #changes: Change[] = EMPTY;
  /** How to undo the writes since the last `takeChanges`, oldest first. Includes writes to removed parts of the state. */
  #undoSteps: UndoStep[] = EMPTY;

  /** Starts from a copy of `state`. @throws {TypeError} when `state` is not JSON. */
  constructor(app: AppName, state: State, onNegativeZero?: OnNegativeZero) {
    this.#app = app;
    this.#onNegativeZero = onNegativeZero;
    this.#root = copyJson(state, app) as Draft;
    this.#rootNode = this.#nodeOf(this.#root, undefined, '');
    this.draft = this.#rootNode.draft as unknown as State;
  }

  /** The state itself, which keeps changing. Read-only; copy the parts that you keep. */
  get state(): Json {
    return this.#root as Json;
  }

  /** The latest write in the journal. */
  get lastChange(): Change | undefined {
    return this.#changes.at(-1);
  }

  /** The current position of the journal, for {@link undo}. */
  get savepoint(): Savepoint {
    return { changes: this.#changes.length, undoSteps: this.#undoSteps.length };
  }

  /** Returns the writes since the last call, oldest first. They can no longer be undone. */
  takeChanges(): readonly Change[] {
    const changes = this.#changes;
    this.#changes = EMPTY;
    this.#undoSteps = EMPTY;
    return changes;
  }

  /** Undoes every write since `savepoint`, including its effect on the order of keys. */
  undo(savepoint: Savepoint = START): void {
    const steps = this.#undoSteps;
    // A step leaves the list when it is undone: if the undoing is stopped from outside, the rest can be undone afterwards.
    while (steps.length > savepoint.undoSteps) {
      const step = steps.at(-1)!;
      undoStep(step, this.#keyOrder);
      this.#nodes.get(step.original)?.countWrite();
      steps.pop();
    }
    this.#keyOrder.sortRestored();
    if (this.#changes.length > savepoint.changes) this.#changes.splice(savepoint.changes);
  }

  /** The draft of `original`, which is at `key` of `parent`. */
  draftOf(original: Draft, parent: DraftNode, key: string | number): Draft {
    return this.#nodeOf(original, parent, key).draft;
  }

  set(node: DraftNode, key: string | number, value: unknown): void {
    const { original } = node;
    const exists = Object.hasOwn(original, key);
    const before = original[key];
    if (exists && (value === before || (isObject(value) && originalOf(value) === before))) return;

    const path = node.pathTo(key);
    const copied = this.#copy(value, node, key);
    // The undo step comes first: scenario code may be stopped at any call.
    this.#undoSteps = append(
      this.#undoSteps,
      exists ? { op: 'replace', original, key, before } : { op: 'add', original, key },
    );
    original[key] = copied;
    node.countWrite();
    if (!exists) this.#keyOrder.added(original, String(key));
    if (path !== undefined) this.#note({ op: 'set', app: this.#app, path, value: snapshot(copied) });
  }

  delete(node: DraftNode, key: string): void {
    const { original } = node;
    if (!Object.hasOwn(original, key)) return;
    const before = original[key];
    const path = node.pathTo(key);
    const rank = this.#keyOrder.rankOf(original, key);
    this.#undoSteps = append(this.#undoSteps, { op: 'delete', original, key, before, rank });
    Reflect.deleteProperty(original, key);
    node.countWrite();
    if (path !== undefined) this.#note({ op: 'delete', app: this.#app, path });
  }

  /** Returns the removed items as drafts, so that writes to them can be undone, too. */
  splice(node: ListNode, at: number, remove: number, items: readonly unknown[]): unknown[] {
    if (remove === 0 && items.length === 0) return [];
    const path = node.path();
    const insert = items.map((item, offset) => this.#copy(item, node, at + offset));
    const removed =
      Math.max(remove, insert.length) <= MAX_ARGUMENTS
        ? this.#splice(node.original, at, remove, insert)
        : this.#spliceInParts(node.original, at, remove, insert);
    node.countWrite();
    if (path !== undefined)
      this.#note({ op: 'splice', app: this.#app, path, at, remove, insert: insert.map(snapshot) });
    return removed.map((item, offset) =>
      isObject(item) ? this.draftOf(item as Draft, node, at + offset) : item,
    );
  }

  /** Splices at most {@link MAX_ARGUMENTS} items. The undo step comes first: scenario code may be stopped at any call. */
  #splice(original: Draft, at: number, remove: number, insert: readonly unknown[]): readonly unknown[] {
    const list = original as unknown as unknown[];
    const removed = remove === 0 ? EMPTY : list.slice(at, at + remove);
    const length = list.length + insert.length - remove;
    const step: UndoStep = { op: 'splice', original, at, inserted: insert.length, removed, length };
    this.#undoSteps = append(this.#undoSteps, step);
    spliceList(list, at, remove, insert);
    return removed;
  }

  #spliceInParts(
    original: Draft,
    at: number,
    remove: number,
    insert: readonly unknown[],
  ): readonly unknown[] {
    const removed: (readonly unknown[])[] = [];
    for (let done = 0; done < Math.max(remove, insert.length); done += MAX_ARGUMENTS) {
      const count = Math.max(0, Math.min(MAX_ARGUMENTS, remove - done));
      const part = insert.slice(done, done + MAX_ARGUMENTS);
      removed.push(this.#splice(original, at + Math.min(done, insert.length), count, part));
    }
    return removed.flat();
  }

  #note(change: Change): void {
    this.#changes = append(this.#changes, change);
  }

  #nodeOf(original: Draft, parent: DraftNode | undefined, key: string | number): DraftNode {
    const known = this.#nodes.get(original);
    if (known !== undefined) return known;
    const node = new (Array.isArray(original) ? ListNode : ObjectNode)(this, original, parent, key);
    this.#nodes.set(original, node);
    return node;
  }

  /**
   * The copy of `value` that the state stores at `key` of `node`.
   *
   * @throws {TypeError} when `value` is not JSON, or its getters change the state: the place of the write may be gone then.
   */
  #copy(value: unknown, node: DraftNode, key: string | number): Json {
    if (typeof value === 'string') return value;
    const { version } = this.#rootNode;
    const copied = copyJson(value, () => this.#placeOf(node, key), this.#onNegativeZero);
    if (this.#rootNode.version !== version)
      throw new TypeError(
        `${this.#placeOf(node, key)}: a value cannot change the state that it is put into.`,
      );
    return copied;
  }

  #placeOf(node: DraftNode, key: string | number): string {
    return printPath([this.#app, ...(node.pathTo(key) ?? ['(removed)', key])]);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A copy for the journal, because the objects of the state keep changing. */
const snapshot = (value: Json): Json => (isObject(value) ? copyJson(value) : value);

/** An object or list of the state. */
type Draft = Record<string | number, unknown>;

/**
 * An object or list of the state: its position, and the handler of its draft.
 *
 * The traps are methods of the class and not closures of one recorder: V8 discards optimized code together with the functions
 * it was made for, and recorders are short-lived.
 */
abstract class DraftNode implements ProxyHandler<Draft> {
  readonly original: Draft;
  readonly draft: Draft;
  /** The number of writes and undos of the object and of everything in it. */
  version = 0;
  protected readonly recorder: Recorder<object>;
  readonly #parent: DraftNode | undefined;
  readonly #depth: number;
  /** Its last known key. In lists only a hint, because positions shift. */
  #key: string | number;

  constructor(
    recorder: Recorder<object>,
    original: Draft,
    parent: DraftNode | undefined,
    key: string | number,
  ) {
    this.recorder = recorder;
    this.original = original;
    this.#parent = parent;
    this.#depth = parent === undefined ? 0 : parent.#depth + 1;
    this.#key = key;
    this.draft = new Proxy(original, this);
    registerDraft(this.draft, this);
  }

  /** Its current path; `undefined` when it was removed from the state. */
  path(): Path | undefined {
    // Allocated at its full length: the journal keeps it. A path of three steps then takes 72 bytes, instead of 185 when it
    // grows from empty.
    const path = new Array<string | number>(this.#depth);
    return this.#find(path) ? path : undefined;
  }

  /** The path of its value at `key`; `undefined` when it was removed from the state. */
  pathTo(key: string | number): Path | undefined {
    const path = new Array<string | number>(this.#depth + 1);
    path[this.#depth] = key;
    return this.#find(path) ? path : undefined;
  }

  countWrite(): void {
    this.version += 1;
    this.#parent?.countWrite();
  }

  #find(path: (string | number)[]): boolean {
    if (this.#parent === undefined) return true;
    const container = this.#parent.original;
    if (container[this.#key] !== this.original) {
      const at = Array.isArray(container) ? container.indexOf(this.original) : -1;
      if (at < 0) return false;
      this.#key = at;
    }
    path[this.#depth - 1] = this.#key;
    return this.#parent.#find(path);
  }

  abstract set(original: Draft, key: string | symbol, value: unknown): boolean;

  abstract deleteProperty(original: Draft, key: string | symbol): boolean;

  get(original: Draft, key: string | symbol): unknown {
    return this.draftOf(key, fieldOf(original, key));
  }

  getOwnPropertyDescriptor(original: Draft, key: string | symbol): PropertyDescriptor | undefined {
    const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
    if (descriptor !== undefined) descriptor.value = this.draftOf(key, descriptor.value);
    return descriptor;
  }

  defineProperty(): never {
    throw new TypeError('Properties of a state cannot be defined. Assign them.');
  }

  setPrototypeOf(): never {
    throw new TypeError('Objects of a state have no prototype of their own.');
  }

  preventExtensions(): never {
    throw new TypeError('Objects of a state cannot be frozen.');
  }

  /** `value`, which is at `key`, as a reader of the draft sees it. */
  protected draftOf(key: string | symbol, value: unknown): unknown {
    if (typeof value !== 'object' || value === null || typeof key === 'symbol') return value;
    return this.recorder.draftOf(value as Draft, this, this.keyOf(key));
  }

  protected abstract keyOf(key: string): string | number;
}

/** `original[key]`, without the `__proto__` that every object inherits. */
const fieldOf = (original: Draft, key: string | symbol): unknown =>
  key === '__proto__' ? undefined : Reflect.get(original, key);

class ObjectNode extends DraftNode {
  set(_original: Draft, key: string | symbol, value: unknown): boolean {
    this.recorder.set(this, checkedKey(key), value);
    return true;
  }

  deleteProperty(_original: Draft, key: string | symbol): boolean {
    if (typeof key === 'string') this.recorder.delete(this, key);
    return true;
  }

  protected keyOf(key: string): string {
    return key;
  }
}

function checkedKey(key: string | symbol): string {
  if (typeof key === 'symbol' || key === '__proto__')
    throw new TypeError(`A state cannot have a field named ${String(key)}.`);
  return key;
}

/** A list. Every change is recorded as one splice or one set. */
class ListNode extends DraftNode {
  override get(original: Draft, key: string | symbol): unknown {
    const value: unknown = fieldOf(original, key);
    if (typeof value !== 'function') return this.draftOf(key, value);
    const method = typeof key === 'string' ? mutatingMethods.get(key) : undefined;
    return method === undefined ? value : (...args: readonly unknown[]) => method(this, args);
  }

  set(_original: Draft, key: string | symbol, value: unknown): boolean {
    if (key === 'length') this.#shorten(value as number);
    else this.#setItem(checkedKey(key), value);
    return true;
  }

  deleteProperty(): never {
    throw new TypeError('A list in a state cannot have holes. Remove items with splice.');
  }

  get items(): unknown[] {
    return this.original as unknown as unknown[];
  }

  splice(at: number, remove: number, items: readonly unknown[]): unknown[] {
    return this.recorder.splice(this, at, remove, items);
  }

  protected keyOf(key: string): number {
    return Number(key);
  }

  #shorten(wanted: number): void {
    const { length } = this.items;
    if (!Number.isSafeInteger(wanted) || wanted < 0 || wanted > length)
      throw new TypeError(`A list of ${length} items cannot have its length set to ${String(wanted)}.`);
    this.splice(wanted, length - wanted, []);
  }

  #setItem(key: string, value: unknown): void {
    const at = Number(key);
    const { length } = this.items;
    if (!Number.isSafeInteger(at) || at < 0 || at > length)
      throw new TypeError(`A list of ${length} items has no place for an item ${key}.`);
    if (at === length) this.splice(at, 0, [value]);
    else this.recorder.set(this, at, value);
  }
}

type ListMethod = (list: ListNode, args: readonly unknown[]) => unknown;

/** The methods that change a list, each as one splice. */
const mutatingMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['push', (list, items) => insert(list, list.items.length, items)],
  ['pop', (list) => removeOne(list, list.items.length - 1)],
  ['shift', (list) => removeOne(list, 0)],
  ['unshift', (list, items) => insert(list, 0, items)],
  ['splice', splice],
  ['sort', (list, [compare]) => replaceAll(list, itemDrafts(list).sort(compare as undefined))],
  ['reverse', (list) => replaceAll(list, itemDrafts(list).reverse())],
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

/** Takes the arguments of `Array.prototype.splice`. */
function splice(list: ListNode, args: readonly unknown[]): unknown[] {
  const [from = 0, remove = args.length === 1 ? Infinity : 0, ...items] = args as readonly (
    number | undefined
  )[];
  // Before the length, because objects of the author's may change the list when they are converted to numbers.
  const [start, count] = [toInteger(from), toInteger(remove)];
  const { length } = list.items;
  const at = start < 0 ? Math.max(0, length + start) : Math.min(start, length);
  const most = args.length === 0 ? 0 : length - at;
  return list.splice(at, Math.max(0, Math.min(count, most)), items);
}

/** Converts a position or count as list methods do. */
const toInteger = (value: number): number => Math.trunc(value) || 0;

const itemDrafts = (list: ListNode): unknown[] => Array.from(list.draft as unknown as unknown[]);

/** How to undo one write. */
type UndoStep = {
  /** The object or list that was written to. */
  readonly original: Draft;
} & (
  | { readonly op: 'replace'; readonly key: string | number; readonly before: unknown }
  | { readonly op: 'add'; readonly key: string | number }
  | { readonly op: 'delete'; readonly key: string; readonly before: unknown; readonly rank: number }
  | {
      readonly op: 'splice';
      readonly at: number;
      readonly inserted: number;
      readonly removed: readonly unknown[];
      /** The length of the list after the splice. */
      readonly length: number;
    }
);

/** Undoes the latest write that has not been undone yet; nothing if it was stopped before it was made. */
function undoStep(step: UndoStep, keyOrder: KeyOrder): void {
  const { original } = step;
  switch (step.op) {
    case 'replace':
      original[step.key] = step.before;
      return;
    case 'add':
      Reflect.deleteProperty(original, step.key);
      return;
    case 'delete':
      keyOrder.restore(original, step.key, step.before, step.rank);
      return;
    case 'splice': {
      const list = original as unknown as unknown[];
      if (list.length === step.length) spliceList(list, step.at, step.inserted, step.removed);
    }
  }
}

/** The most arguments of a call that do not overflow the stack. */
const MAX_ARGUMENTS = 10_000;

/** `Array.prototype.splice` for any number of items, fast at the ends of long lists. Returns the removed items. */
export function spliceList<Item>(list: Item[], at: number, remove: number, insert: readonly Item[]): Item[] {
  if (insert.length > MAX_ARGUMENTS) return spliceMany(list, at, remove, insert);
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

/** The order in which keys were added to objects that have lost keys, so that an undo can put keys back in their places. */
class KeyOrder {
  readonly #ranks = new WeakMap<Draft, Map<string, number>>();
  #next = 0;
  /** The objects with restored keys that are not in their places yet, each with the least rank of such a key. Created on demand. */
  #unsorted: Map<Draft, number> | undefined;

  /** The rank of `key`, which is about to be deleted. Only the first deletion in an object has to read all its keys. */
  rankOf(fields: Draft, key: string): number {
    let ranks = this.#ranks.get(fields);
    if (ranks === undefined) {
      ranks = new Map(Object.keys(fields).map((known) => [known, this.#next++]));
      this.#ranks.set(fields, ranks);
    }
    return ranks.get(key) ?? this.#next;
  }

  /** Notes that `key` was added after all others. */
  added(fields: Draft, key: string): void {
    this.#ranks.get(fields)?.set(key, this.#next++);
  }

  /** Restores a deleted key, given the `rank` from {@link rankOf}. It is in its old place after {@link sortRestored}. */
  restore(fields: Draft, key: string, value: unknown, rank: number): void {
    this.#unsorted ??= new Map();
    this.#unsorted.set(fields, Math.min(rank, this.#unsorted.get(fields) ?? rank));
    this.#ranks.get(fields)!.set(key, rank);
    fields[key] = value;
  }

  /** Puts all restored keys in their places. Not one by one: thousands of deletions would take a minute to undo. */
  sortRestored(): void {
    if (this.#unsorted === undefined) return;
    for (const [fields, least] of this.#unsorted) {
      const ranks = this.#ranks.get(fields)!;
      const behind = Object.keys(fields).filter((key) => ranks.get(key)! >= least);
      // Each key is removed and added at once: if this is stopped from outside, none is lost.
      for (const key of behind.sort((one, other) => ranks.get(one)! - ranks.get(other)!)) {
        const value = fields[key];
        Reflect.deleteProperty(fields, key);
        fields[key] = value;
      }
    }
    this.#unsorted = undefined;
  }
}
