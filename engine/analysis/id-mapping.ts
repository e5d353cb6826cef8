import { generatedIdsIn, maskGeneratedIds } from '../model/index.ts';

/**
 * Maps generated ids of run A to equivalent ids of run B. Ids are drawn from the run's random stream, so one additional call
 * shifts all later ids: two ids are equivalent when counterparts generated them. Ids in the initial states are equivalent to
 * themselves.
 *
 * An ARE app may generate an id that its initial state already has, because its random stream restarts when a scenario is loaded.
 * Such an id is equivalent both to itself and to another id.
 */
export class IdMapping {
  readonly #aToB = new Map<string, string>();
  readonly #bToA = new Map<string, string>();
  readonly #unchanged = new Set<string>();

  /** @param pairs equivalent ids, those of A first */
  constructor(pairs: Iterable<readonly [string, string]> = []) {
    for (const [one, other] of pairs) this.#add(one, other);
  }

  /** The ids of A that are equivalent to a different id of B, with that id. */
  get pairs(): readonly (readonly [string, string])[] {
    return [...this.#aToB].filter(([one, other]) => one !== other);
  }

  /** Makes each of `ids` equivalent to itself. */
  addUnchanged(ids: Iterable<string>): void {
    for (const id of ids) if (this.#add(id, id)) this.#unchanged.add(id);
  }

  /** Whether two texts are the same, apart from equivalent ids. */
  isSame(a: string, b: string): boolean {
    return this.#compare(a, b, (one, other) => this.#areEquivalent(one, other));
  }

  /** Like {@link isSame}, for results of counterparts: new ids at the same position in both become equivalent. */
  isSameInResult(a: string, b: string): boolean {
    if (a === b)
      this.addUnchanged(generatedIdsIn(a).filter((id) => !this.#aToB.has(id) && !this.#bToA.has(id)));
    return this.#compare(a, b, (one, other) => this.#add(one, other));
  }

  /** Like {@link isSameInResult}, for texts that counterparts wrote: a new id in them may equal an older one. */
  isSameInWrite(a: string, b: string): boolean {
    return (
      this.isSameInResult(a, b) ||
      this.#compare(a, b, (one, other) => this.#areEquivalent(one, other) || this.#addToUnchanged(one, other))
    );
  }

  #compare(a: string, b: string, same: (one: string, other: string) => boolean): boolean {
    if (a === b) return true;
    if (maskGeneratedIds(a) !== maskGeneratedIds(b)) return false;
    const [ids, others] = [generatedIdsIn(a), generatedIdsIn(b)];
    // A text may contain the mask without having an id.
    return ids.length === others.length && ids.every((id, index) => same(id, others[index]!));
  }

  #areEquivalent(one: string, other: string): boolean {
    return this.#aToB.get(one) === other || (one === other && this.#unchanged.has(one));
  }

  #add(one: string, other: string): boolean {
    const known = this.#aToB.get(one);
    if (known !== undefined || this.#bToA.has(other)) return known === other;
    this.#pair(one, other);
    return true;
  }

  /** Adds a second equivalent id to an id that was equivalent only to itself. */
  #addToUnchanged(one: string, other: string): boolean {
    const isItself = (id: string, known: ReadonlyMap<string, string>): boolean =>
      this.#unchanged.has(id) && known.get(id) === id;
    const free =
      (isItself(one, this.#aToB) && !this.#bToA.has(other)) ||
      (isItself(other, this.#bToA) && !this.#aToB.has(one));
    if (free) this.#pair(one, other);
    return free;
  }

  #pair(one: string, other: string): void {
    this.#aToB.set(one, other);
    this.#bToA.set(other, one);
  }
}
