/** An object or list of the state, as its handler sees it. */
export type Draft = Record<string | number, unknown>;

/** The same, where it is known to be a list. */
type List = Draft & { length: number };

/** What a draft passes its reads and writes to. */
interface Journal {
  wrap(original: Draft, parent: Draft, key: string | number): Draft;
  set(original: Draft, key: string | number, value: unknown): void;
  delete(original: Draft, key: string): void;
  splice(original: Draft, at: number, remove: number, items: readonly unknown[]): unknown[];
}

/** Makes an object of the state behave as itself while every write goes through `journal`. */
export function draftHandler(journal: Journal): ProxyHandler<Draft> {
  const list = listMethods(journal);

  return {
    get(original, key, self) {
      if (Array.isArray(original) && typeof key === 'string' && Object.hasOwn(list, key)) {
        const method = list[key]!;
        return (...args: unknown[]) => method(original as List, self as Draft, args);
      }
      const value: unknown = Reflect.get(original, key);
      if (typeof value !== 'object' || value === null || typeof key === 'symbol') return value;
      return journal.wrap(value as Draft, original, keyOf(original, key));
    },

    set(original, key, value) {
      if (typeof key === 'symbol' || key === '__proto__') throw refusal(`a field named ${String(key)}`);
      if (!Array.isArray(original)) journal.set(original, key, value);
      else setItem(journal, original, key, value);
      return true;
    },

    deleteProperty(original, key) {
      if (Array.isArray(original)) throw refusal('a hole in a list: use splice');
      if (typeof key === 'string') journal.delete(original, key);
      return true;
    },

    getOwnPropertyDescriptor(original, key) {
      const descriptor = Reflect.getOwnPropertyDescriptor(original, key);
      if (descriptor !== undefined && typeof descriptor.value === 'object' && descriptor.value !== null)
        descriptor.value = journal.wrap(descriptor.value as Draft, original, keyOf(original, key as string));
      return descriptor;
    },

    defineProperty() {
      throw refusal('a defined property: assign it');
    },
    setPrototypeOf() {
      throw refusal('a prototype of its own');
    },
    preventExtensions() {
      throw refusal('a frozen object');
    },
  };
}

type ListMethod = (original: List, self: Draft, args: readonly unknown[]) => unknown;

/** The methods that change a list, each noted as one splice. */
function listMethods(journal: Journal): Readonly<Record<string, ListMethod>> {
  const removeOne = (original: List, at: number): unknown =>
    original.length === 0 ? undefined : journal.splice(original, at, 1, [])[0];

  const insert = (original: List, at: number, items: readonly unknown[]): number => {
    journal.splice(original, at, 0, items);
    return original.length;
  };

  const replaceAll = (original: List, self: Draft, items: unknown[]): Draft => {
    journal.splice(original, 0, original.length, items);
    return self;
  };

  return {
    push: (original, _self, items) => insert(original, original.length, items),
    pop: (original) => removeOne(original, original.length - 1),
    shift: (original) => removeOne(original, 0),
    unshift: (original, _self, items) => insert(original, 0, items),
    splice(original, _self, args) {
      const [from = 0, remove = args.length === 1 ? original.length : 0, ...items] = args as readonly (
        number | undefined
      )[];
      const start = whole(from);
      const at = start < 0 ? Math.max(0, original.length + start) : Math.min(start, original.length);
      const most = args.length === 0 ? 0 : original.length - at;
      return journal.splice(original, at, Math.max(0, Math.min(whole(remove), most)), items);
    },
    sort: (original, self, [compare]) => replaceAll(original, self, itemsOf(self).sort(compare as undefined)),
    reverse: (original, self) => replaceAll(original, self, itemsOf(self).reverse()),
  };
}

/** As lists themselves read a position or a count. */
const whole = (value: number): number => Math.trunc(value) || 0;

const itemsOf = (list: Draft): unknown[] => Array.from(list as List);

function setItem(journal: Journal, original: List, key: string, value: unknown): void {
  if (key === 'length') {
    const length = value as number;
    if (!Number.isSafeInteger(length) || length < 0 || length > original.length)
      throw refusal(`a length of ${String(length)} for a list of ${original.length}`);
    journal.splice(original, length, original.length - length, []);
    return;
  }
  const at = keyOf(original, key) as number;
  if (!Number.isSafeInteger(at) || at < 0 || at > original.length)
    throw refusal(`item ${key} of a list of ${original.length}`);
  if (at === original.length) journal.splice(original, at, 0, [value]);
  else journal.set(original, at, value);
}

const keyOf = (original: Draft, key: string): string | number =>
  Array.isArray(original) ? Number(key) : key;

const refusal = (found: string): TypeError => new TypeError(`found ${found}, wanted what JSON can hold`);
