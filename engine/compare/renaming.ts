import { idsIn, withoutIds } from '../model/made-up-ids.ts';

/**
 * Which id of run A stands for which id of run B. Runs make up their ids by chance, so that one call more shifts all that
 * come after it; two ids are the same when they were made by counterparts. Those there from the start are themselves.
 */
export class Renaming {
  readonly #there = new Map<string, string>();
  readonly #back = new Map<string, string>();

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
    for (const id of ids) this.#learn(id, id);
  }

  /** Whether the texts are the same but for ids that stand for one another. */
  isSame(a: string, b: string): boolean {
    return this.#compare(a, b, (one, other) => this.#there.get(one) === other);
  }

  /** The same for texts that counterparts made, which may hold new ids: they stand for one another from now on. */
  isSameMade(a: string, b: string): boolean {
    if (a === b) this.keep(idsIn(a).filter((id) => !this.#there.has(id) && !this.#back.has(id)));
    return this.#compare(a, b, (one, other) => this.#learn(one, other));
  }

  #compare(a: string, b: string, same: (one: string, other: string) => boolean): boolean {
    if (a === b) return true;
    if (a.length !== b.length || withoutIds(a) !== withoutIds(b)) return false;
    const others = idsIn(b);
    return idsIn(a).every((id, at) => same(id, others[at]!));
  }

  #learn(one: string, other: string): boolean {
    const known = this.#there.get(one);
    if (known !== undefined || this.#back.has(other)) return known === other;
    this.#there.set(one, other);
    this.#back.set(other, one);
    return true;
  }
}
