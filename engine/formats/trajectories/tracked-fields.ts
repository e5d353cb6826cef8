import { isJsonObject, type Json, type JsonObject } from '../../model/index.ts';

// No reader drops a field without a word. A reader gets its file as a tracked document, which notes each value that the reader uses; all
// others are kept with the run and named in its notes.

type Container = JsonObject | readonly Json[];

/** A proxy handler for a list or object of a file that records which parts were used. */
class TrackedValue implements ProxyHandler<Container> {
  readonly value: Container;
  readonly holder: TrackedValue | undefined;
  readonly key: string;
  /** Whether the value was used as a whole. */
  isWhole = false;
  /**
   * The keys that were used, with the proxies for the values there that have any: lists, objects, and documents in texts. Files have
   * millions of containers: each keeps no more than it needs.
   */
  #used: Map<string, Container | undefined> | undefined;

  constructor(value: Container, holder?: TrackedValue, key = '') {
    this.value = value;
    this.holder = holder;
    this.key = key;
  }

  get(target: Container, key: string | symbol): unknown {
    if (key === TRACKED) return this;
    const value = Reflect.get(target, key) as unknown;
    // Readers ask for many fields that a file does not have.
    if (value === undefined || typeof key === 'symbol' || !Object.hasOwn(target, key)) return value;
    if (isContainer(value as Json)) return this.part(key) ?? this.setPart(key, value as Container);
    if (this.#used?.has(key) !== true) (this.#used ??= new Map()).set(key, undefined);
    if (typeof value === 'string' && mayBeDocument(value)) texts.set(value, { tracked: this, key });
    return value;
  }

  /** Refuses writes: files are only read. */
  set(): boolean {
    return false;
  }

  part(key: string): Container | undefined {
    return this.#used?.get(key);
  }

  setPart(key: string, value: Container): Container {
    const proxy = new Proxy(value, new TrackedValue(value, this, key));
    (this.#used ??= new Map()).set(key, proxy);
    return proxy;
  }

  /** Calls `tell` with the path of each unused value; of nested ones only the outermost. Skips values in `others`. */
  tellUnused(tell: (path: string, value: Json) => void, others: ReadonlySet<Json>, path = this.path): void {
    if (this.isWhole) return;
    const used = this.#used;
    for (const key of Object.keys(this.value)) {
      const part = used?.get(key);
      if (part !== undefined) {
        if (!others.has(part)) trackerOf(part)?.tellUnused(tell, others, pathTo(path, this.value, key));
        continue;
      }
      const value = (this.value as JsonObject)[key]!;
      if (used?.has(key) !== true && !isNothing(value)) tell(pathTo(path, this.value, key), value);
    }
  }

  get path(): string {
    return this.holder?.holder === undefined ? '' : pathTo(this.holder.path, this.holder.value, this.key);
  }
}

/** The key under which a proxy gives its handler. A weak map would take as much time as all reading. */
const TRACKED = Symbol('tracked');

const trackerOf = (part: Container): TrackedValue | undefined =>
  (part as { readonly [TRACKED]?: TrackedValue })[TRACKED];

/** Texts that may contain documents, with their positions, while a file is read. */
const texts = new Map<string, { readonly tracked: TrackedValue; readonly key: string }>();

const isContainer = (value: Json | undefined): value is Container =>
  typeof value === 'object' && value !== null;

const mayBeDocument = (text: string): boolean => /^\s*["[{]/.test(text);

/** Whether a value is empty. */
const isNothing = (value: Json): boolean =>
  value === null || value === '' || (isContainer(value) && Object.keys(value).length === 0);

const pathTo = (path: string, holder: Container, key: string): string =>
  Array.isArray(holder) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;

/** Calls `read` with a proxy of `document` that records which parts are used. */
export function withTrackedFields<Result>(document: Json, read: (document: Json) => Result): Result {
  if (!isContainer(document)) return read(document);
  try {
    return read(new TrackedValue({ document }).setPart('document', document));
  } finally {
    texts.clear();
  }
}

/** The value behind a proxy, without marking it as used: for checks of its form. */
export const untracked = (value: Json): Json =>
  isContainer(value)
    ? ((trackerOf(value)?.value as Json | undefined) ??
      (value as { readonly [UNTRACKED]?: JsonObject })[UNTRACKED] ??
      value)
    : value;

/** The value behind a proxy, marked as completely used: for values that go into a run. */
export function whole<Value extends Json | undefined>(value: Value): Value {
  if (!isContainer(value)) return value;
  const part = trackerOf(value);
  if (part !== undefined) {
    part.isWhole = true;
    return part.value as Value;
  }
  return (
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, whole(item)]))
      : value.map((item) => whole(item))
  ) as Value;
}

/** A proxy for `value`, which replaces the value at `key` of `holder`: for example, attributes by name instead of a list. */
export function replaceValue<Value extends Container>(holder: Container, key: string, value: Value): Value {
  return (trackerOf(holder)?.setPart(key, value) as Value | undefined) ?? value;
}

/** `base` overridden by `fields`. Unlike a copy, this marks each field as used only when it is read. */
export function over(base: JsonObject, fields: JsonObject): JsonObject {
  const [before, others] = [untracked(base) as JsonObject, untracked(fields) as JsonObject];
  const keys = [...Object.keys(before), ...Object.keys(others)];
  const target: JsonObject = Object.fromEntries(keys.map((key) => [key, null]));
  const together = (from: JsonObject, instead: JsonObject): JsonObject =>
    new Proxy(target, {
      get: (_, key) =>
        typeof key === 'string'
          ? Object.hasOwn(others, key)
            ? instead[key]
            : from[key]
          : key === UNTRACKED
            ? together(before, others)
            : undefined,
      set: () => false,
    });
  return together(base, fields);
}

/** The place of a value in a file: the name that it gets, and the object and the key where it is. */
export type FieldLocation = readonly [name: string, holder: JsonObject, key: string];

/** An object of values from other places, by name, as `read` reads them. Each is marked as used only when it is read. */
export function gathered(
  places: readonly FieldLocation[],
  read = (value: Json | undefined): Json | undefined => value,
): JsonObject {
  const object: JsonObject = {};
  for (const [name, holder, key] of places)
    Object.defineProperty(object, name, { get: () => read(holder[key]), enumerable: true });
  const plain = (): JsonObject =>
    Object.fromEntries(places.map(([name, holder, key]) => [name, (untracked(holder) as JsonObject)[key]!]));
  return Object.defineProperty(object, UNTRACKED, { get: plain });
}

/** The key under which an object made by {@link over} or {@link gathered} gives its unproxied form. */
const UNTRACKED = Symbol('untracked');

/** The document in `text`; `undefined` if there is none. The document is recorded, too, if `text` belongs to a recorded document. */
export function parseDocument(text: string): Container | undefined {
  const origin = texts.get(text);
  const known = origin?.tracked.part(origin.key);
  if (known !== undefined) return known;
  const parsed = parse(text);
  return parsed === undefined ? undefined : (origin?.tracked.setPart(origin.key, parsed) ?? parsed);
}

function parse(text: string): Container | undefined {
  try {
    const parsed = JSON.parse(text) as Json;
    return isContainer(parsed)
      ? parsed
      : typeof parsed === 'string' && parsed.length < text.length
        ? parse(parsed)
        : undefined;
  } catch {
    return undefined;
  }
}

/** The values that no run shows, with their paths in the file. */
export type Kept = readonly (readonly [path: string, value: Json])[];

/** The unused parts of a document, except inside `others`. */
export function keptOf(parts: ReadonlySet<Json>, others: ReadonlySet<Json>): Kept {
  const kept: [string, Json][] = [];
  for (const part of parts)
    if (isContainer(part)) trackerOf(part)?.tellUnused((path, value) => kept.push([path, value]), others);
  return kept;
}

const MAX_PATHS = 12; // below one value
const MAX_NAMED = 200; // in one note

/**
 * Notes that list unused values by path and count; none if everything was used. Values that repeat a shown text, as in files
 * that keep a conversation twice, are listed separately.
 */
export class KeptNotes {
  readonly #others = new Map<string, number>();
  readonly #copies = new Map<string, number>();

  add(kept: Kept, shown: ReadonlySet<string>): void {
    for (const [path, value] of kept) {
      const leaves = leavesOf(path, value);
      const isLarge = new Set(leaves.map((leaf) => leaf.path)).size > MAX_PATHS;
      for (const leaf of leaves) {
        const counts = typeof leaf.value === 'string' && shown.has(leaf.value) ? this.#copies : this.#others;
        const named = isLarge ? `${general(path)}.…` : leaf.path;
        counts.set(named, (counts.get(named) ?? 0) + 1);
      }
    }
  }

  notes(): readonly string[] {
    return [
      ...countsNote('Kept, not shown', this.#others),
      ...countsNote('Kept as well, as copies of what is shown', this.#copies),
    ];
  }
}

function countsNote(what: string, counts: ReadonlyMap<string, number>): readonly string[] {
  if (counts.size === 0) return [];
  const named = [...counts].map(([path, count]) => `${path} ${count === 1 ? 'once' : `${count} times`}`);
  const more = named.length > MAX_NAMED ? `, and ${named.length - MAX_NAMED} more` : '';
  return [`${what}: ${named.slice(0, MAX_NAMED).join(', ')}${more}.`];
}

/** A path with `[]` for each index. */
const general = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

function leavesOf(path: string, value: Json): readonly { readonly path: string; readonly value: Json }[] {
  if (!isContainer(value)) return [{ path: general(path), value }];
  return Object.entries(value).flatMap(([key, item]) =>
    isNothing(item) ? [] : leavesOf(pathTo(path, value, key), item),
  );
}
