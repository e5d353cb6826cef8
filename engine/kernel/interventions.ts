import type { Intervention, LogEntry } from '../model/index.ts';

/** An intervention between two entries. The calls of a script are planned events; only its start changes the mode. */
export type TimedIntervention = Exclude<
  Extract<Intervention, { readonly at: number }>,
  { readonly kind: 'agent' }
>;

/** A recorded entry that stays as recorded; `last` marks the last of them. */
export interface ReplayedEntry {
  readonly kind: 'replay';
  readonly entry: LogEntry;
  readonly last: boolean;
}

/** The pending interventions and recorded entries, in order. Recorded entries come first. */
export class InterventionQueue {
  readonly #past: readonly LogEntry[];
  readonly #interventions: readonly TimedIntervention[];
  #taken = 0;

  constructor(interventions: readonly Intervention[], past: readonly LogEntry[] = []) {
    this.#past = past;
    this.#interventions = interventions.flatMap(timed).sort((one, other) => one.at - other.at);
  }

  /** Whether the next item is the last recorded entry, after which repeated checks are looked for in the whole log. */
  endsReplay(length: number): boolean {
    return length === this.#past.length - 1;
  }

  /** Removes and returns the next item that is due when the log has `length` entries. */
  dequeue(length: number): TimedIntervention | ReplayedEntry | undefined {
    const entry = this.#past[length];
    if (entry !== undefined) return { kind: 'replay', entry, last: length === this.#past.length - 1 };
    const next = this.#interventions[this.#taken];
    if (next === undefined || next.at > length) return undefined;
    this.#taken += 1;
    return next;
  }
}

function timed(intervention: Intervention): readonly TimedIntervention[] {
  if (!('at' in intervention)) return [];
  return [
    intervention.kind === 'agent' ? { kind: 'mode', at: intervention.at, mode: 'plain' } : intervention,
  ];
}
