import { generatedIdsIn, maskGeneratedIds } from '../model/index.ts';

/**
 * Which id of run A stands for which id of run B. Runs make up their ids by chance, so that one call more shifts all that
 * come after it; two ids are the same when they were made by counterparts. Those there from the start are themselves.
 *
 * What ARE's apps make up can be an id that was there: its chance begins anew where a scenario is loaded. Such an id is itself
 * and stands for another besides.
 */
export class Renaming {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();
  readonly #kept = new Set<string>();

  /** @param pairs ids that are known to stand for one another, those of A first */
  constructor(pairs: Iterable<readonly [string, string]> = []) {
    for (const [one, other] of pairs) this.#learn(one, other);
  }

  /** The ids that stand for others, with those they stand for. */
  get pairs(): readonly (readonly [string, string])[] {
    return [...this.#there].filter(([one, other]) => one !== other);
  }

  /** Takes `ids` for the same on both sides. */
  keep(ids: Iterable<string>): void {
    for (const id of ids) if (this.#learn(id, id)) this.#kept.add(id);
  }

  /** Whether the texts are the same but for ids that stand for one another. */
  isSame(a: string, b: string): boolean {
    return this.#compare(a, b, (one, other) => this.#knows(one, other));
  }

  /** The same for texts that counterparts told, which may hold new ids: they stand for one another from now on. */
  isSameTold(a: string, b: string): boolean {
    if (a === b) this.keep(generatedIdsIn(a).filter((id) => !this.#there.has(id) && !this.#back.has(id)));
    return this.#compare(a, b, (one, other) => this.#learn(one, other));
  }

  /** The same for texts that counterparts wrote: an id in them may be new although it was there before. */
  isSameMade(a: string, b: string): boolean {
    return (
      this.isSameTold(a, b) ||
      this.#compare(a, b, (one, other) => this.#knows(one, other) || this.#learnBesides(one, other))
    );
  }

  #compare(a: string, b: string, same: (one: string, other: string) => boolean): boolean {
    if (a === b) return true;
    if (maskGeneratedIds(a) !== maskGeneratedIds(b)) return false;
    const [ids, others] = [generatedIdsIn(a), generatedIdsIn(b)];
    // A text may have a # of its own.
    return ids.length === others.length && ids.every((id, at) => same(id, others[at]!));
  }

  #knows(one: string, other: string): boolean {
    return this.#there.get(one) === other || (one === other && this.#kept.has(one));
  }

  #learnBesides(one: string, other: string): boolean {
    const isItself = (id: string, known: ReadonlyMap<string, string>): boolean =>
      this.#kept.has(id) && known.get(id) === id;
    const free =
      (isItself(one, this.#there) && !this.#back.has(other)) ||
      (isItself(other, this.#back) && !this.#there.has(one));
    if (!free) return false;
    this.#there.set(one, other);
    this.#back.set(other, one);
    return true;
  }

  #learn(one: string, other: string): boolean {
    const known = this.#there.get(one);
    if (known !== undefined || this.#back.has(other)) return known === other;
    this.#there.set(one, other);
    this.#back.set(other, one);
    return true;
  }
}
