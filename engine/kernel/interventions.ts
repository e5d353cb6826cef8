import type { Intervention, LogEntry } from '../model/index.ts';

/** An intervention that is made between two entries. A script's calls are planned, and nobody else does the agent's part. */
export type AtMoment = Exclude<Extract<Intervention, { readonly at: number }>, { readonly kind: 'agent' }>;

/** An entry that is as it was recorded; `last` is true of the last such. */
export interface Recalled {
  readonly kind: 'recall';
  readonly entry: LogEntry;
  readonly last: boolean;
}

/** What is still to be done between entries, in order: what is `past` comes first. */
export class Moments {
  readonly #past: readonly LogEntry[];
  readonly #all: readonly AtMoment[];
  #taken = 0;

  constructor(interventions: readonly Intervention[], past: readonly LogEntry[] = []) {
    this.#past = past;
    this.#all = interventions.flatMap(atMoment).sort((one, other) => one.at - other.at);
  }

  /** Takes the next that is to be made when the log has `entries`. */
  take(entries: number): AtMoment | Recalled | undefined {
    const entry = this.#past[entries];
    if (entry !== undefined) return { kind: 'recall', entry, last: entries === this.#past.length - 1 };
    const next = this.#all[this.#taken];
    if (next === undefined || next.at > entries) return undefined;
    this.#taken += 1;
    return next;
  }
}

function atMoment(intervention: Intervention): readonly AtMoment[] {
  if (!('at' in intervention)) return [];
  return [
    intervention.kind === 'agent' ? { kind: 'mode', at: intervention.at, mode: 'plain' } : intervention,
  ];
}
