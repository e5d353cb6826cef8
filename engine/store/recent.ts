/** The values read last: as many as take `room` altogether. One that takes more, or none, is not kept at all. */
export class Recent<Value extends { readonly size: number }> {
  readonly #room: number;
  readonly #kept = new Map<string, Value>();
  #taken = 0;

  constructor(room: number) {
    this.#room = room;
  }

  /** The value of `key`, which `make` makes, where there is one, when it is not at hand. */
  get<Made extends Value | undefined>(key: string, make: () => Made): Value | Made {
    const kept = this.#kept.get(key);
    // A map keeps the order in which its keys were put in.
    if (kept !== undefined) this.#kept.delete(key);
    const value = kept ?? make();
    if (value === undefined || value.size === 0) return value;
    this.#kept.set(key, value);
    if (kept === undefined) this.#taken += value.size;
    this.#makeRoom();
    return value;
  }

  clear(): void {
    this.#kept.clear();
    this.#taken = 0;
  }

  #makeRoom(): void {
    for (const [oldest, { size }] of this.#kept) {
      if (this.#taken <= this.#room) return;
      this.#kept.delete(oldest);
      this.#taken -= size;
    }
  }
}
