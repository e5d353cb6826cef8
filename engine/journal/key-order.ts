type Fields = Record<string | number, unknown>;

/** In which order the keys of objects came in, kept for objects that lose keys, so that a lost key can come back to its place. */
export class KeyOrder {
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
