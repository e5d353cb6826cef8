import { isJsonObject, isSameJson, type Json, type JsonObject } from '../../../engine/model/values/json.ts';

/** Where a value first differs: a path such as `result.title`, and both values there. */
export interface Found {
  readonly path: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32}/g;

/** Fields of rides that both programs draw at random, in different ways. */
const DRAWN = new Set(['price', 'duration', 'distance_km', 'delay']);

/** Parts of states that the reference does not keep between runs. */
const KEPT_HERE = new Set(['on_going_ride', 'api_call_count', 'rate_limit_time', 'rate_limit_exceeded']);

/** Generated ids differ between runs, so each id of the reference is paired with one of Orrery's ids. */
export class PairedIds {
  readonly #ours = new Map<string, string>();
  readonly #theirs = new Map<string, string>();

  differ(expected: Json | undefined, actual: Json | undefined, path: string): Found | undefined {
    const different = { path, expected, actual };
    if (typeof expected === 'string' && typeof actual === 'string')
      return this.#isSameText(expected, actual) ? undefined : different;
    if (typeof expected === 'number' && typeof actual === 'number')
      return expected === actual || DRAWN.has(path.slice(path.lastIndexOf('.') + 1)) ? undefined : different;
    if (typeof expected !== 'object' || expected === null) return expected === actual ? undefined : different;
    if (typeof actual !== 'object' || actual === null || Array.isArray(expected) !== Array.isArray(actual))
      return different;
    return Array.isArray(expected)
      ? this.#differInLists(expected as readonly Json[], actual as readonly Json[], path)
      : this.#differInObjects(expected as JsonObject, actual as JsonObject, path);
  }

  #differInLists(expected: readonly Json[], actual: readonly Json[], path: string): Found | undefined {
    if (expected.length !== actual.length) return { path: `${path}.length`, expected, actual };
    const [wanted, found] = isUnordered(path) ? [expected.toSorted(), actual.toSorted()] : [expected, actual];
    for (const [at, item] of wanted.entries()) {
      const difference = this.differ(item, found[at], `${path}[${at}]`);
      if (difference !== undefined) return difference;
    }
    return undefined;
  }

  #differInObjects(expected: JsonObject, actual: JsonObject, path: string): Found | undefined {
    const left = new Set(Object.keys(actual));
    const order: number[] = [];
    for (const [key, wanted] of Object.entries(expected)) {
      const own = Object.hasOwn(actual, key)
        ? key
        : [...left].find((other) => !Object.hasOwn(expected, other) && this.#isSameText(key, other));
      if (own === undefined) return { path: `${path}.${key}`, expected: wanted, actual: undefined };
      order.push(Object.keys(actual).indexOf(own));
      left.delete(own);
      const difference = this.differ(wanted, actual[own], `${path}.${key}`);
      if (difference !== undefined) return difference;
    }
    const [more] = [...left].filter((key) => !KEPT_HERE.has(key));
    if (more !== undefined) return { path: `${path}.${more}`, expected: undefined, actual: actual[more] };
    const isInOrder = order.every((position, at) => at === 0 || position > order[at - 1]!);
    return isInOrder
      ? undefined
      : { path: `${path} (order)`, expected: Object.keys(expected), actual: Object.keys(actual) };
  }

  #isSameText(expected: string, actual: string): boolean {
    if (expected === actual) return true;
    if (expected.startsWith('<_io.') || expected.startsWith('<fsspec.')) return actual.startsWith('<');
    const theirs = expected.match(ID) ?? [];
    const ours = actual.match(ID) ?? [];
    if (theirs.length === 0 || theirs.length !== ours.length) return false;
    // A title that lists people by their ids, which the reference does in any order.
    if (theirs.length > 1 && isSameJson([...theirs].sort(), [...ours].sort())) return true;
    if (expected.replace(ID, '') !== actual.replace(ID, '')) return false;
    return theirs.every((id, at) => this.#pair(id, ours[at]!));
  }

  #pair(theirs: string, ours: string): boolean {
    const known = this.#ours.get(theirs) ?? ours;
    const back = this.#theirs.get(ours) ?? theirs;
    if (known !== ours || back !== theirs) return false;
    this.#ours.set(theirs, ours);
    this.#theirs.set(ours, theirs);
    return true;
  }
}

/** The reference stores people as sets, whose order changes between runs. */
const isUnordered = (path: string): boolean => /(?:participants|participant_ids)$/.test(path);

export function short(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

/** The reference's state of files contains only their names, in the order of the disk. */
export function withoutContents(state: Json): Json {
  if (!isJsonObject(state) || !isJsonObject(state['files'])) return state;
  return { ...state, files: namesIn(state['files']), tmpdir: '' };
}

function namesIn({ name, type, children }: JsonObject): Json {
  if (!Array.isArray(children)) return { name: name!, type: type! };
  const names = (children as readonly JsonObject[]).toSorted((one, other) =>
    JSON.stringify(one['name']) < JSON.stringify(other['name']) ? -1 : 1,
  );
  return { name: name!, type: type!, children: names.map(namesIn) };
}
