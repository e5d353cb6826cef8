import type { Amendment } from '../model/amendment.ts';

/** An amendment that is made between two entries. */
export type AtMoment = Extract<Amendment, { readonly at: number }>;

/** What is still to be done between entries, in order. */
export class Moments {
  readonly #all: readonly AtMoment[];
  #taken = 0;

  constructor(amendments: readonly Amendment[]) {
    this.#all = amendments.filter((one) => 'at' in one).sort((one, other) => one.at - other.at);
  }

  /** Takes the next that is to be made when the log has `entries`. */
  take(entries: number): AtMoment | undefined {
    const next = this.#all[this.#taken];
    if (next === undefined || next.at > entries) return undefined;
    this.#taken += 1;
    return next;
  }
}
