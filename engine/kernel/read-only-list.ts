/** The items that a {@link readOnlyList} shows. */
interface Source<Item> {
  readonly length: number;
  /** The item at `position`, which is below `length`. It never changes. */
  at(position: number): Item;
}

/** A read-only array view of `source`. Creating it takes constant time and reading copies nothing, until a method needs all items. */
export function readOnlyList<Item>(source: Source<Item>): readonly Item[] {
  return new Proxy<readonly Item[]>([], new ListReader(source));
}

type Test<Item> = (item: Item, position: number, list: readonly Item[]) => unknown;

/** Proxy handler that reads as an array does. Writing throws a TypeError, as for a frozen array. */
class ListReader<Item> implements ProxyHandler<readonly Item[]> {
  readonly #source: Source<Item>;
  #copy: readonly Item[] | undefined;

  constructor(source: Source<Item>) {
    this.#source = source;
  }

  get(_target: unknown, key: string | symbol, list: readonly Item[]): unknown {
    if (key === 'length') return this.#source.length;
    const position = positionOf(key);
    if (position !== undefined) return this.#has(position) ? this.#source.at(position) : undefined;
    switch (key) {
      case 'values':
      case Symbol.iterator:
        return () => this.#items();
      case 'some':
        return (test: Test<Item>, self: unknown) => this.#first(test, self, list) >= 0;
      case 'every':
        return (test: Test<Item>, self: unknown) =>
          this.#first((...item) => !test.apply(self, item), self, list) < 0;
      case 'find':
        return (test: Test<Item>, self: unknown) => list[this.#first(test, self, list)];
      case 'findIndex':
        return (test: Test<Item>, self: unknown) => this.#first(test, self, list);
      case 'findLast':
        return (test: Test<Item>, self: unknown) => list[this.#last(test, self, list)];
      case 'findLastIndex':
        return (test: Test<Item>, self: unknown) => this.#last(test, self, list);
    }
    const value: unknown = Reflect.get(Array.prototype, key);
    return METHODS_READING_ALL.has(key) && typeof value === 'function'
      ? (value.bind(this.#whole) as unknown)
      : value;
  }

  has(_target: unknown, key: string | symbol): boolean {
    const position = positionOf(key);
    return position === undefined ? key in Array.prototype : this.#has(position);
  }

  ownKeys(): string[] {
    return [...Array.from({ length: this.#source.length }, (_, index) => String(index)), 'length'];
  }

  getOwnPropertyDescriptor(_target: unknown, key: string | symbol): PropertyDescriptor | undefined {
    // An array's length may not be shown as a constant, although it is one here.
    if (key === 'length')
      return { value: this.#source.length, writable: true, enumerable: false, configurable: false };
    const position = positionOf(key);
    if (position === undefined || !this.#has(position)) return undefined;
    return { value: this.#source.at(position), writable: false, enumerable: true, configurable: true };
  }

  set(): boolean {
    return false;
  }

  defineProperty(): boolean {
    return false;
  }

  deleteProperty(): boolean {
    return false;
  }

  setPrototypeOf(): boolean {
    return false;
  }

  preventExtensions(): boolean {
    return false;
  }

  #has(position: number): boolean {
    return position < this.#source.length;
  }

  get #whole(): readonly Item[] {
    if (this.#copy !== undefined) return this.#copy;
    const { length } = this.#source;
    const copy: Item[] = [];
    for (let position = 0; position < length; position++) copy.push(this.#source.at(position));
    return (this.#copy = Object.freeze(copy));
  }

  *#items(): Generator<Item> {
    for (let position = 0; position < this.#source.length; position++) yield this.#source.at(position);
  }

  /** The position of the first item that meets `test`; −1 if there is none. */
  #first(test: Test<Item>, self: unknown, list: readonly Item[]): number {
    const { length } = this.#source;
    for (let position = 0; position < length; position++)
      if (test.call(self, this.#source.at(position), position, list)) return position;
    return -1;
  }

  #last(test: Test<Item>, self: unknown, list: readonly Item[]): number {
    for (let position = this.#source.length - 1; position >= 0; position--)
      if (test.call(self, this.#source.at(position), position, list)) return position;
    return -1;
  }
}

/** Methods that read all items: on a copy they take a tenth of the time. */
const METHODS_READING_ALL: ReadonlySet<string | symbol> = new Set([
  ...['concat', 'filter', 'flat', 'flatMap', 'forEach', 'join', 'map', 'reduce', 'reduceRight'],
  ...['toReversed', 'toSorted', 'toSpliced', 'with'],
]);

/** The position that `key` stands for; `undefined` for other keys. */
function positionOf(key: string | symbol): number | undefined {
  if (typeof key === 'symbol') return undefined;
  const position = Number(key);
  return position >= 0 && String(position) === key ? position : undefined;
}
