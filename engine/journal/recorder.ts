import type { Change, Path } from '../model/change.ts';
import { grown } from '../model/grown.ts';
import type { AppName } from '../model/ids.ts';
import type { Json, JsonObject } from '../model/json.ts';
import { copyJson } from './copy.ts';
import { draftHandler, type Draft } from './draft.ts';
import { KeyOrder } from './key-order.ts';
import { originalOf, standsFor } from './originals.ts';
import { spliceList } from './splice.ts';

/** Where an object of the state is: under `key` of its parent. In lists the key is a hint, for positions shift. */
interface Node {
  readonly original: Draft;
  readonly parent: Node | undefined;
  key: string | number;
  readonly draft: Draft;
}

/** A moment in a journal to come back to. */
export interface Mark {
  readonly changes: number;
  readonly undo: number;
}

const NO_CHANGES: readonly Change[] = [];
const TOP: Path = [];
const BEGINNING: Mark = { changes: 0, undo: 0 };

/**
 * The state of one app, and the journal of what is written to it.
 *
 * `draft` is used like any object; it writes through to the state at once and notes each write, so a write costs what the
 * change costs, whatever the size of the state. `take` closes the journal, `undo` takes back all it holds.
 *
 * The state stays a tree: what is put in is copied, also when it is a part of the state already. A part that was taken
 * out can still be written to; that changes nothing any more and is not noted.
 */
export class Recorder<State extends object = JsonObject> {
  readonly draft: State;
  readonly #app: AppName;
  readonly #root: Draft;
  readonly #nodes = new WeakMap<object, Node>();
  readonly #handler = draftHandler(this);
  readonly #order = new KeyOrder();
  #changes: Change[] = [];
  #undo: (() => unknown)[] = [];

  /** Starts from a copy of `state`. @throws {TypeError} when JSON cannot hold it. */
  constructor(app: AppName, state: State) {
    this.#app = app;
    this.#root = copyJson(state, app) as Draft;
    this.draft = this.wrap(this.#root, undefined, '') as unknown as State;
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
    return { changes: this.#changes.length, undo: this.#undo.length };
  }

  /** The writes since the last call, in order. They are final from here on. */
  take(): readonly Change[] {
    if (this.#undo.length === 0) return NO_CHANGES;
    const changes = this.#changes;
    this.#changes = [];
    this.#undo = [];
    return changes;
  }

  /** Takes back every write since `to`, so that nothing of them is left, not even in the order of keys. */
  undo(to: Mark = BEGINNING): void {
    for (const back of this.#undo.splice(to.undo).reverse()) back();
    this.#changes.length = to.changes;
  }

  /** The draft of `original`, which is found under `key` of `parent`. */
  wrap(original: Draft, parent: Draft | undefined, key: string | number): Draft {
    const known = this.#nodes.get(original);
    if (known !== undefined) return known.draft;
    const draft = new Proxy(original, this.#handler);
    const above = parent === undefined ? undefined : this.#nodes.get(parent);
    this.#nodes.set(original, { original, parent: above, key, draft });
    standsFor(draft, original);
    return draft;
  }

  set(original: Draft, key: string | number, value: unknown): void {
    const held = Object.hasOwn(original, key);
    const before = original[key];
    if (held && (value === before || (isObject(value) && originalOf(value) === before))) return;

    const path = this.#pathOf(original);
    const wanted = this.#copyOf(value, path, key);
    original[key] = wanted;
    if (held) this.#undo = grown(this.#undo, backTo(original, key, before));
    else {
      this.#order.added(original, String(key));
      this.#undo = grown(this.#undo, () => Reflect.deleteProperty(original, key));
    }
    if (path !== undefined)
      this.#note({ op: 'set', app: this.#app, path: path.concat(key), value: snapshot(wanted) });
  }

  delete(original: Draft, key: string): void {
    if (!Object.hasOwn(original, key)) return;
    const before = original[key];
    const path = this.#pathOf(original);
    const rank = this.#order.rankOf(original, key);
    Reflect.deleteProperty(original, key);
    this.#undo = grown(this.#undo, () => {
      this.#order.restore(original, key, before, rank);
    });
    if (path !== undefined) this.#note({ op: 'delete', app: this.#app, path: path.concat(key) });
  }

  /** Answers what was removed, as drafts: writing to them is undone as well. */
  splice(original: Draft, at: number, remove: number, items: readonly unknown[]): unknown[] {
    if (remove === 0 && items.length === 0) return [];
    const path = this.#pathOf(original);
    const insert = items.map((item, offset) => this.#copyOf(item, path, at + offset));
    const removed = spliceList(itemsOf(original), at, remove, insert);
    this.#undo = grown(this.#undo, () => {
      spliceList(itemsOf(original), at, insert.length, removed);
    });
    if (path !== undefined)
      this.#note({ op: 'splice', app: this.#app, path, at, remove, insert: insert.map(snapshot) });
    return removed.map((item, offset) =>
      isObject(item) ? this.wrap(item as Draft, original, at + offset) : item,
    );
  }

  #note(change: Change): void {
    this.#changes = grown(this.#changes, change);
  }

  /** Where `original` is now, or `undefined` when it was taken out of the state. */
  #pathOf(original: Draft): Path | undefined {
    return this.#pathTo(this.#nodes.get(original)!);
  }

  #pathTo(node: Node): Path | undefined {
    if (node.parent === undefined) return TOP;
    const { original: above } = node.parent;
    if (above[node.key] !== node.original) {
      const at = Array.isArray(above) ? itemsOf(above).indexOf(node.original) : -1;
      if (at < 0) return undefined;
      node.key = at;
    }
    return this.#pathTo(node.parent)?.concat(node.key);
  }

  /** What the state keeps of `value`, which is put under `key`. */
  #copyOf(value: unknown, path: Path | undefined, key: string | number): Json {
    if (typeof value === 'string') return value;
    return copyJson(value, () => [this.#app, ...(path ?? ['(taken out)']), key].join('.'));
  }
}

/** What puts `before` back under `key`. */
const backTo = (original: Draft, key: string | number, before: unknown) => (): void => {
  original[key] = before;
};

const itemsOf = (list: Draft): unknown[] => list as unknown as unknown[];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What the journal keeps: the state's own objects go on changing. */
const snapshot = (value: Json): Json => (isObject(value) ? copyJson(value) : value);
