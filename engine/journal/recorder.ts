import type { Change } from '../model/change.ts';
import { grown } from '../model/grown.ts';
import type { AppName } from '../model/ids.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { copyJson } from './copy.ts';
import { KeyOrder } from './key-order.ts';
import { ListNode } from './list-node.ts';
import { FieldsNode, type Draft, type Journal, type Node } from './node.ts';
import { originalOf } from './originals.ts';
import { spliceList } from './splice.ts';
import { takeBack, type Write } from './write.ts';

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
    this.#changes = grown(this.#changes, change);
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
