import {
  append,
  type AppName,
  type Change,
  EMPTY_LIST,
  isObjectOrList,
  type Json,
  type JsonObject,
  type Path,
  printPath,
} from '../model/index.ts';
import {
  copyJson,
  draftFor,
  forgetInserted,
  isDraft,
  type OnNegativeZero,
  originalOf,
  registerDraft,
  registerInserted,
  registerLater,
  registerNow,
  versionOf,
} from './copy.ts';

/** A position in a journal that {@link Recorder.undo} can return to. */
export interface Savepoint {
  readonly changes: number;
  readonly undoSteps: number;
  readonly places: number;
}

const JOURNAL_START: Savepoint = { changes: 0, undoSteps: 0, places: 0 };

/**
 * The state of one app and the journal of the writes to it. `draft` is used like any object: writes go to the state at once and
 * are recorded, so the cost of a write depends on the size of the change, not of the state. `takeChanges` ends a call and empties
 * the journal; `undo` reverts the writes in the journal.
 *
 * An author's object that is put into the state is copied and frozen; read the state's copy from the draft. A part of the state
 * that is put elsewhere is shared until the call ends. Then the state becomes a tree again: a part that left its position moves
 * to its first new position, and all other positions get copies. A part that an earlier call removed refuses writes.
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
  #changes: Change[] = EMPTY_LIST;
  /** Steps that undo the writes since the last `takeChanges`, oldest first. They include writes to removed parts of the state. */
  #undoSteps: UndoStep[] = EMPTY_LIST;
  /** The positions at which drafts were put since the last `takeChanges`. */
  #places: DraftPosition[] = EMPTY_LIST;
  /** The number of drafts in inserted values. */
  #insertedDrafts = 0;
  /** The number of calls that have ended. */
  #call = 0;

  /**
   * Creates a recorder with a copy of `state`.
   * @throws {TypeError} when `state` is not JSON.
   */
  constructor(app: AppName, state: State, onNegativeZero?: OnNegativeZero) {
    this.#app = app;
    this.#onNegativeZero = onNegativeZero;
    this.#root = copyJson(state, app) as Draft;
    this.#rootNode = this.nodeOf(this.#root, undefined, '');
    this.draft = this.#rootNode.draft as unknown as State;
  }

  /** The state itself: a live object, read-only. Copy the parts that you keep. */
  get state(): Json {
    return this.#root as Json;
  }

  /** The latest write in the journal. */
  get lastChange(): Change | undefined {
    return this.#changes.at(-1);
  }

  /** The current position of the journal, for {@link undo}. */
  get savepoint(): Savepoint {
    return {
      changes: this.#changes.length,
      undoSteps: this.#undoSteps.length,
      places: this.#places.length,
    };
  }

  /** The number of writes in the journal, including those to removed parts. */
  get writes(): number {
    return this.#undoSteps.length;
  }

  /**
   * Makes the state a tree again, at the end of a call.
   * @throws {TypeError} when a part of the state contains itself, or is too deep or too large.
   */
  settle(): void {
    if (this.#places.length === 0) return;
    for (const { draft, noted, at, holder, key } of this.#places)
      if (noted !== undefined) noted[at] = copyJson(draft, () => this.#pathText(holder.node, key));
    // A part that moves to its new place takes along the places in it.
    let waiting: readonly DraftPosition[] = this.#places;
    let tried: readonly DraftPosition[];
    do {
      tried = waiting;
      waiting = tried.flatMap((place) => this.#settleDraft(place));
    } while (waiting.length !== tried.length || waiting.some((place, index) => place !== tried[index]));
    this.#places = EMPTY_LIST;
  }

  /** Ends a call. Returns the writes since the previous one, oldest first. They can no longer be undone. */
  takeChanges(): readonly Change[] {
    this.settle();
    forgetInserted();
    this.#call += 1;
    const changes = this.#changes;
    this.#changes = EMPTY_LIST;
    this.#undoSteps = EMPTY_LIST;
    return changes;
  }

  /** Undoes every write since `savepoint`, including effects on the order of keys. */
  undo(savepoint: Savepoint = JOURNAL_START): void {
    const steps = this.#undoSteps;
    // A step leaves the list when it is undone: if the undoing is stopped from outside, the rest can be undone afterwards.
    while (steps.length > savepoint.undoSteps) {
      const step = steps.at(-1)!;
      if (step.op === 'move') {
        const { node, parent, key, removedIn, isInParent } = step;
        node.moveTo(parent, key, removedIn);
        if (isInParent) parent.original[key] = node.original;
      } else {
        undoStep(step, this.#keyOrder);
        this.#nodes.get(step.original)?.countWrite();
        if (step.op === 'splice') for (const item of step.removed) this.#markRemoved(item, undefined);
        else if (step.op !== 'add') this.#markRemoved(step.before, undefined);
      }
      steps.pop();
    }
    this.#keyOrder.sortRestored();
    if (this.#changes.length > savepoint.changes) this.#changes.splice(savepoint.changes);
    if (this.#places.length > savepoint.places) this.#places.splice(savepoint.places);
  }

  /** The draft of `original`, which is at `key` of `parent`; `original` itself, if it is a draft that was put there. */
  draftOf(original: Draft, parent: DraftNode, key: string | number): Draft {
    const known = this.#nodes.get(original);
    if (known !== undefined) return known.draft;
    return isDraft(original) ? original : this.nodeOf(original, parent, key).draft;
  }

  set(node: DraftNode, key: string | number, value: unknown): void {
    const { original } = node;
    const path = this.#pathTo(node, key);
    const exists = Object.hasOwn(original, key);
    const before = original[key];
    if (exists && (value === before || (isObjectOrList(value) && originalOf(value) === before))) return;

    const { version } = this.#rootNode;
    const copied = this.#copy(value, node, key);
    const change = path && { op: 'set' as const, app: this.#app, path, value: copied as Json };
    if (isObjectOrList(copied)) this.#insert(value, copied, node, key, change, 'value');
    this.#refuseChange(version, node, key);
    // The undo step comes first: scenario code may be stopped at any call.
    this.#undoSteps = append(
      this.#undoSteps,
      exists ? { op: 'replace', original, key, before } : { op: 'add', original, key },
    );
    original[key] = copied;
    this.#markRemoved(before, this.#call);
    node.countWrite();
    if (!exists) this.#keyOrder.added(original, String(key));
    if (change !== undefined) this.#changes = append(this.#changes, change);
  }

  delete(node: DraftNode, key: string): void {
    const { original } = node;
    const path = this.#pathTo(node, key);
    if (!Object.hasOwn(original, key)) return;
    const before = original[key];
    const rank = this.#keyOrder.rankOf(original, key);
    this.#undoSteps = append(this.#undoSteps, { op: 'delete', original, key, before, rank });
    Reflect.deleteProperty(original, key);
    this.#markRemoved(before, this.#call);
    node.countWrite();
    if (path !== undefined) this.#changes = append(this.#changes, { op: 'delete', app: this.#app, path });
  }

  /** Splices a list. Returns the removed items as drafts, so that writes to them can be undone, too. */
  splice(node: ListNode, at: number, remove: number, items: readonly unknown[]): unknown[] {
    const path = this.#pathTo(node);
    if (remove === 0 && items.length === 0) return [];
    const { version } = this.#rootNode;
    const insert = items.map((item, offset) => this.#copy(item, node, at + offset));
    const noted = path && [...insert];
    for (let offset = 0; offset < insert.length; offset++) {
      const copied = insert[offset];
      if (isObjectOrList(copied))
        this.#insert(items[offset], copied, node, at + offset, noted as Container | undefined, offset);
    }
    this.#refuseChange(version, node, at);
    const removed =
      Math.max(remove, insert.length) <= MAX_ARGUMENTS
        ? this.#splice(node.original, at, remove, insert)
        : this.#spliceInParts(node.original, at, remove, insert);
    node.countWrite();
    if (path !== undefined)
      this.#changes = append(this.#changes, {
        op: 'splice',
        app: this.#app,
        path,
        at,
        remove,
        insert: noted as Json[],
      });
    return removed.map((item, offset) => {
      if (!isObjectOrList(item)) return item;
      const draft = this.draftOf(item as Draft, node, at + offset);
      this.#markRemoved(item, this.#call);
      return draft;
    });
  }

  /** Splices at most {@link MAX_ARGUMENTS} items. The undo step comes first: scenario code may be stopped at any call. */
  #splice(original: Draft, at: number, remove: number, insert: readonly unknown[]): readonly unknown[] {
    const list = original as unknown as unknown[];
    const removed = remove === 0 ? EMPTY_LIST : list.slice(at, at + remove);
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

  /** The node of `original`, which is at `key` of `parent`. */
  nodeOf(original: Draft, parent: DraftNode | undefined, key: string | number): DraftNode {
    const known = this.#nodes.get(original);
    if (known !== undefined) return known;
    const node = new (Array.isArray(original) ? ListNode : ObjectNode)(
      this,
      original,
      parent,
      key,
      this.#call,
    );
    this.#nodes.set(original, node);
    return node;
  }

  /** Records that `item` was removed in `call`, or that it is in the state again. */
  #markRemoved(item: unknown, call: number | undefined): void {
    if (isObjectOrList(item)) this.#nodes.get(item)?.markRemoved(call);
  }

  /**
   * The path of `node`, or of its value at `key`; `undefined` if the running call removed it, so that its writes need no record.
   * @throws {TypeError} when an earlier call removed it.
   */
  #pathTo(node: DraftNode, key?: string | number): Path | undefined {
    // Only such a node may be in a copy that this call has put in.
    if (node.madeIn === this.#call) registerNow();
    const path = key === undefined ? node.path() : node.pathTo(key);
    if (path === undefined && node.removed!.removedIn !== this.#call)
      throw new TypeError(
        `This part of ${this.#app} is no longer in the state: an earlier call removed, moved or replaced it. Read it from the state again.`,
      );
    return path;
  }

  /**
   * The copy of `value` that the state gets at `key` of `node`. Drafts, also inside `value`, stay drafts until the call ends.
   * @throws {TypeError} when `value` is not JSON.
   */
  #copy(value: unknown, node: DraftNode, key: string | number): unknown {
    if (typeof value === 'string') return value;
    return copyJson(value, () => this.#pathText(node, key), this.#onNegativeZero, 'kept');
  }

  /** @throws {TypeError} when getters of a value have changed the state since `version`, so that the target of the write may be gone. */
  #refuseChange(version: number, node: DraftNode, key: string | number): void {
    if (this.#rootNode.version !== version)
      throw new TypeError(
        `${this.#pathText(node, key)}: a value cannot change the state that it is put into.`,
      );
  }

  /**
   * Prepares `copied` for `key` of `holder`: freezes `value`, which the author still has, and records the positions of drafts.
   * The journal gets its own copy at `noted[at]`.
   */
  #insert(
    value: unknown,
    copied: object,
    holder: DraftHolder,
    key: string | number,
    noted: Container | undefined,
    at: string | number,
  ): void {
    if (isDraft(copied)) {
      const node = this.#nodes.get(originalOf(copied));
      if (node !== undefined && holder.node.isIn(node))
        throw new TypeError(
          `${this.#pathText(holder.node, key)}: a part of a state cannot be put into itself.`,
        );
      const removed = node?.removed;
      removed?.takeUp(this.#call);
      const place = { draft: copied, version: versionOf(copied)!, holder, key, noted, at };
      this.#places = append(this.#places, { ...place, node: removed?.isLost === true ? undefined : node });
      return;
    }
    const before = this.#insertedDrafts;
    const forJournal = this.#freeze(value, copied);
    if (noted !== undefined) noted[at] = forJournal;
    if (this.#insertedDrafts > before) this.#register(value, copied, holder, key, noted?.[at]);
    else
      registerLater(() => {
        this.#register(value, copied, holder, key, undefined);
      });
  }

  /** Freezes `source` and the objects in it. Returns a copy of `copied`, which is the copy of `source`; drafts in it stay drafts. */
  #freeze(source: unknown, copied: object): object {
    if (isDraft(copied)) {
      this.#insertedDrafts += 1;
      return copied;
    }
    const given = isObjectOrList(source) ? (Object.freeze(source) as Container) : undefined;
    // By position and by `in`: `Object.keys` would take a quarter of the time of an insert.
    if (Array.isArray(copied)) {
      const items = new Array<unknown>(copied.length);
      for (let step = 0; step < copied.length; step++) {
        const part: unknown = copied[step];
        items[step] = isObjectOrList(part) ? this.#freeze(given?.[step], part) : part;
      }
      return items;
    }
    const fields: Container = {};
    for (const step in copied) {
      const part = (copied as Container)[step];
      fields[step] = isObjectOrList(part) ? this.#freeze(given?.[step], part) : part;
    }
    return fields;
  }

  /** Lets `source`, and each object in it, stand for its copy until the call ends. Records the positions of drafts in it. */
  #register(
    source: unknown,
    copied: object,
    holder: DraftHolder,
    key: string | number,
    noted: unknown,
  ): void {
    const inside = new InsertedCopy(this, copied as Draft, holder, key);
    if (isObjectOrList(source)) registerInserted(source, inside);
    for (const [name, part] of Object.entries(copied)) {
      if (!isObjectOrList(part)) continue;
      const step = Array.isArray(copied) ? Number(name) : name;
      const given = isObjectOrList(source) ? (source as Container)[step] : undefined;
      if (isDraft(part)) this.#insert(given, part, inside, step, noted as Container | undefined, step);
      else this.#register(given, part, inside, step, (noted as Container | undefined)?.[step]);
    }
  }

  /** Replaces a draft in the state by the state's own object. Returns the positions that are not in the state, or not yet. */
  #settleDraft(place: DraftPosition): readonly DraftPosition[] {
    const { draft, version, node, key } = place;
    const holder = place.holder.node;
    if (holder.removed !== undefined) return [place];
    const { original } = holder;
    const at = original[key] === draft || !Array.isArray(original) ? key : original.indexOf(draft);
    if (original[at] !== draft) return [];
    if (versionOf(draft) !== version) holder.countWrite();
    if (node?.removed === undefined) {
      original[at] = copyJson(draft);
      return [];
    }
    const move = node.moveStep();
    this.#undoSteps = append(this.#undoSteps, move);
    original[at] = node.original;
    node.moveTo(holder, at, undefined);
    if (!move.isInParent) return [];
    // The old place, in a removed part, has the draft from now on.
    move.parent.original[move.key] = draft;
    return [{ draft, version, node, holder: move.parent, key: move.key, noted: undefined, at: 0 }];
  }

  #pathText(node: DraftNode, key: string | number): string {
    return printPath([this.#app, ...(node.pathTo(key) ?? ['(removed)', key])]);
  }
}

/** An object or list. */
type Container = Record<string | number, unknown>;

/** An object or list of the state. */
type Draft = Container;

/** An object or list that contains a draft. */
interface DraftHolder {
  readonly node: DraftNode;
}

/** A position at which a draft was put: `key` of `holder`. */
interface DraftPosition {
  readonly draft: object;
  /** The version of the draft at that time. */
  readonly version: number;
  /** The draft's node, if the draft belongs to the same state and no earlier call removed it. */
  readonly node: DraftNode | undefined;
  readonly holder: DraftHolder;
  readonly key: string | number;
  /** The object in the journal that contains the draft, at `noted[at]`. */
  readonly noted: Container | undefined;
  readonly at: string | number;
}

/** An object or list that the running call has put into the state. Most are never read again, so their nodes are created on demand. */
class InsertedCopy implements DraftHolder {
  readonly original: Draft;
  readonly #recorder: Recorder<object>;
  readonly #holder: DraftHolder;
  readonly #key: string | number;

  constructor(recorder: Recorder<object>, original: Draft, holder: DraftHolder, key: string | number) {
    this.original = original;
    this.#recorder = recorder;
    this.#holder = holder;
    this.#key = key;
  }

  get node(): DraftNode {
    return this.#recorder.nodeOf(this.original, this.#holder.node, this.#key);
  }

  get draft(): object {
    return this.node.draft;
  }
}

/**
 * An object or list of the state: its position, and the proxy handler of its draft. The traps are methods of the class, not
 * closures of one recorder: V8 discards optimized code together with the functions it was made for, and recorders are
 * short-lived.
 */
abstract class DraftNode implements ProxyHandler<Draft>, DraftHolder {
  readonly original: Draft;
  readonly draft: Draft;
  /** The number of writes and undone writes of the object and of everything in it. */
  version = 0;
  /** The number of the call that created the object. */
  readonly madeIn: number;
  protected readonly recorder: Recorder<object>;
  #parent: DraftNode | undefined;
  /** The last known key. For list items only a hint, because positions shift. */
  #key: string | number;
  #removedIn: number | undefined;
  #isLost = false;

  constructor(
    recorder: Recorder<object>,
    original: Draft,
    parent: DraftNode | undefined,
    key: string | number,
    call: number,
  ) {
    this.recorder = recorder;
    this.madeIn = call;
    this.original = original;
    this.#parent = parent;
    this.#key = key;
    this.draft = new Proxy(original, this);
    registerDraft(this.draft, this);
  }

  get node(): this {
    return this;
  }

  /** The current path; `undefined` when the object was removed from the state. */
  path(): Path | undefined {
    // Allocated at its full length: the journal keeps it. A path of three steps then takes 72 bytes, instead of 185 when it
    // grows from empty.
    const depth = this.#depth;
    const path = new Array<string | number>(depth);
    return this.#find(path, depth) ? path : undefined;
  }

  /** The path of the value at `key`; `undefined` when the object was removed from the state. */
  pathTo(key: string | number): Path | undefined {
    const depth = this.#depth;
    const path = new Array<string | number>(depth + 1);
    path[depth] = key;
    return this.#find(path, depth) ? path : undefined;
  }

  /** The removed object: this one, or the part of the state that contains it; `undefined` when it is in the state. */
  get removed(): DraftNode | undefined {
    if (this.#parent === undefined) return undefined;
    const around = this.#parent.removed;
    return around ?? (this.isInParent ? undefined : this);
  }

  /** Whether this object is `other` or inside it. */
  isIn(other: DraftNode): boolean {
    return this === other || (this.isInParent && this.#parent?.isIn(other) === true);
  }

  /** The number of the call that removed the object. */
  get removedIn(): number | undefined {
    return this.#removedIn;
  }

  markRemoved(call: number | undefined): void {
    this.#removedIn = call;
  }

  /** Whether an earlier call removed the object. It never returns to the state, but a copy of its content may. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Lets `call`, which removes or moves the object, write to it. */
  takeUp(call: number): void {
    this.#isLost ||= this.#removedIn !== call;
    this.#removedIn = call;
  }

  moveTo(parent: DraftNode, key: string | number, removedIn: number | undefined): void {
    this.#parent = parent;
    this.#key = key;
    this.#removedIn = removedIn;
  }

  /** A step that undoes a move from the current position. */
  moveStep(): MoveStep {
    const { isInParent } = this;
    return {
      op: 'move',
      node: this,
      parent: this.#parent!,
      key: this.#key,
      removedIn: this.#removedIn,
      isInParent,
    };
  }

  countWrite(): void {
    this.version += 1;
    this.#parent?.countWrite();
  }

  get isInParent(): boolean {
    if (this.#parent === undefined) return true;
    if (this.#removedIn !== undefined) return false;
    const container = this.#parent.original;
    if (container[this.#key] === this.original) return true;
    const at = Array.isArray(container) ? container.indexOf(this.original) : -1;
    if (at < 0) return false;
    this.#key = at;
    return true;
  }

  get #depth(): number {
    let depth = 0;
    for (let above = this.#parent; above !== undefined; above = above.#parent) depth += 1;
    return depth;
  }

  #find(path: (string | number)[], depth: number): boolean {
    if (this.#parent === undefined) return true;
    if (!this.isInParent) return false;
    path[depth - 1] = this.#key;
    return this.#parent.#find(path, depth - 1);
  }

  set(_original: Draft, key: string | symbol, value: unknown, receiver: unknown): boolean {
    // What inherits from a draft gets a field of its own, as with any object.
    if (receiver !== this.draft) return Reflect.set({}, key, value, receiver);
    this.write(key, value);
    return true;
  }

  protected abstract write(key: string | symbol, value: unknown): void;

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

  /** `value`, which is at `key`, as the draft shows it. */
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
  protected write(key: string | symbol, value: unknown): void {
    this.recorder.set(this, checkedKey(key), value);
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
    const method = typeof key === 'string' ? listMethods.get(key) : undefined;
    return method === undefined ? value : (...args: readonly unknown[]) => method(this, args);
  }

  protected write(key: string | symbol, value: unknown): void {
    if (key === 'length') this.#shorten(value as number);
    else this.#setItem(checkedKey(key), value);
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

/** List methods that change the list, each as one splice, and methods that search for an object that the author may have inserted. */
const listMethods: ReadonlyMap<string, ListMethod> = new Map<string, ListMethod>([
  ['push', (list, items) => insert(list, list.items.length, items)],
  ['pop', (list) => removeOne(list, list.items.length - 1)],
  ['shift', (list) => removeOne(list, 0)],
  ['unshift', (list, items) => insert(list, 0, items)],
  ['splice', splice],
  ['sort', (list, [compare]) => replaceAll(list, itemDrafts(list).sort(compare as undefined))],
  ['reverse', (list) => replaceAll(list, itemDrafts(list).reverse())],
  ['includes', (list, args) => search(Array.prototype.includes, list, args)],
  ['indexOf', (list, args) => search(Array.prototype.indexOf, list, args)],
  ['lastIndexOf', (list, args) => search(Array.prototype.lastIndexOf, list, args)],
]);

function insert(list: ListNode, at: number, items: readonly unknown[]): number {
  list.splice(at, 0, items);
  return list.items.length;
}

const removeOne = (list: ListNode, at: number): unknown =>
  list.items.length === 0 ? undefined : list.splice(at, 1, [])[0];

const search = (
  method: (...args: never[]) => unknown,
  { draft }: ListNode,
  [wanted, ...from]: readonly unknown[],
): unknown =>
  Reflect.apply(method, draft, [isObjectOrList(wanted) ? (draftFor(wanted) ?? wanted) : wanted, ...from]);

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

/** A step that undoes one write, or the move of a part at the end of a call. */
type UndoStep = WriteStep | MoveStep;

type WriteStep = {
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

interface MoveStep {
  readonly op: 'move';
  readonly node: DraftNode;
  readonly parent: DraftNode;
  readonly key: string | number;
  readonly removedIn: number | undefined;
  /** Whether the object was inside a removed part and not itself removed. */
  readonly isInParent: boolean;
}

/** Undoes the write of `step`; does nothing if the write was stopped before it was made. */
function undoStep(step: WriteStep, keyOrder: KeyOrder): void {
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

/** The maximum number of arguments of a call that does not overflow the stack. */
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

/** The order in which keys were added to objects that have lost keys, so that an undo can restore the order. */
class KeyOrder {
  readonly #ranks = new WeakMap<Draft, Map<string, number>>();
  #next = 0;
  /** Objects with restored keys that are not sorted yet, each with the lowest rank of such a key. Created on demand. */
  #unsorted: Map<Draft, number> | undefined;

  /** The rank of `key`, which is about to be deleted. Only the first deletion in an object reads all its keys. */
  rankOf(fields: Draft, key: string): number {
    let ranks = this.#ranks.get(fields);
    if (ranks === undefined) {
      ranks = new Map(Object.keys(fields).map((known) => [known, this.#next++]));
      this.#ranks.set(fields, ranks);
    }
    return ranks.get(key) ?? this.#next;
  }

  /** Records that `key` was added after all others. */
  added(fields: Draft, key: string): void {
    this.#ranks.get(fields)?.set(key, this.#next++);
  }

  /** Restores a deleted key, with the `rank` from {@link rankOf}. Its order is restored by {@link sortRestored}. */
  restore(fields: Draft, key: string, value: unknown, rank: number): void {
    this.#unsorted ??= new Map();
    this.#unsorted.set(fields, Math.min(rank, this.#unsorted.get(fields) ?? rank));
    this.#ranks.get(fields)!.set(key, rank);
    fields[key] = value;
  }

  /** Sorts all restored keys into their order. All at once: thousands of deletions would take a minute to undo one by one. */
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
