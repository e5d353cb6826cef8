import type { LostRecord, Awareness } from '../model/knowledge.ts';

/** How the agent stands with a record from entry `at` on. `seen` is when it saw it last. */
interface Turn {
  readonly at: number;
  readonly to: 'known' | 'stale' | 'lost' | 'none';
  readonly seen: number;
}

const UNKNOWN: Awareness = { status: 'unknown' };

/** What became of one record in the agent's eyes, entry by entry. It keeps only what makes a difference. */
export class History {
  readonly kind: string;
  readonly id: string;
  /** What it says now. */
  text: string | undefined;
  readonly #turns: Turn[] = [];
  #seen = -1;

  constructor(kind: string, id: string) {
    this.kind = kind;
    this.id = id;
  }

  /** The agent saw it. */
  see(at: number): void {
    this.#seen = at;
    if (this.#now !== 'known') this.#turn(at, 'known');
  }

  /** Somebody else changed it, or put it back. */
  change(at: number): void {
    if (this.#now !== undefined && this.#now !== 'stale') this.#turn(at, 'stale');
  }

  /** It was taken away, which the agent has `noticed` or not. */
  remove(at: number, noticed: boolean): void {
    if (this.#now !== undefined) this.#turn(at, noticed || this.#now === 'none' ? 'none' : 'lost');
  }

  /** How it stood right after entry `at`. */
  awareness(at: number): Awareness {
    const turn = this.#turnAt(at);
    if (turn === undefined) return UNKNOWN;
    const since = this.#turns[0]!.at;
    return turn.to === 'stale'
      ? { status: 'stale', since, seen: turn.seen, changed: turn.at }
      : { status: 'known', since };
  }

  /** As a thing that the agent does not know to be gone; `undefined` where it is not so right after entry `at`. */
  lost(at: number): LostRecord | undefined {
    const turn = this.#turnAt(at);
    if (turn?.to !== 'lost') return undefined;
    const { kind, id } = this;
    return { kind, id, since: this.#turns[0]!.at, seen: turn.seen, gone: turn.at };
  }

  get #now(): Turn['to'] | undefined {
    return this.#turns.at(-1)?.to;
  }

  #turn(at: number, to: Turn['to']): void {
    this.#turns.push({ at, to, seen: this.#seen });
  }

  /** The last one at or before entry `at`: of several in one entry the last counts. */
  #turnAt(at: number): Turn | undefined {
    let low = 0;
    let high = this.#turns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#turns[middle]!.at <= at) low = middle + 1;
      else high = middle;
    }
    return this.#turns[low - 1];
  }
}
