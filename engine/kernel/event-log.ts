import type { LogEntry } from '../model/log-entry.ts';
import { checkName } from './polling.ts';

/** What happened, in order. Append-only: state, notifications and verdicts are computed from it. */
export class EventLog {
  readonly #entries: LogEntry[] = [];
  readonly #latest = new Map<string, LogEntry>();
  readonly #checks = new Map<string, LogEntry>();
  /** How many entries can be found by name. Few runs ask, so names are noted when they do. */
  #noted = 0;

  get length(): number {
    return this.#entries.length;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** The latest entry of the event `id`. */
  of(id: string): LogEntry | undefined {
    this.#note();
    return this.#latest.get(id);
  }

  /** The first entry that goes by `name`: an event's id, or for conditions, as in the reference, the name of one check. */
  named(name: string): LogEntry | undefined {
    this.#note();
    const entry = this.#checks.get(name) ?? this.#latest.get(name);
    return entry?.kind === 'condition' && !this.#checks.has(name) ? undefined : entry;
  }

  /** Lets `work` see the log with `entry` at its end. */
  showing<Answer>(entry: LogEntry, work: () => Answer): Answer {
    this.#entries.push(entry);
    try {
      return work();
    } finally {
      this.#entries.pop();
    }
  }

  append<Entry extends LogEntry>(entry: Entry): Entry {
    this.#entries.push(entry);
    return entry;
  }

  #note(): void {
    for (; this.#noted < this.#entries.length; this.#noted++) {
      const entry = this.#entries[this.#noted]!;
      this.#latest.set(entry.event, entry);
      if (entry.kind === 'condition') this.#checks.set(checkName(entry.event, entry.attempt - 1), entry);
      if (entry.kind === 'validation' && entry.attempt === 1) this.#checks.set(entry.event, entry);
    }
  }
}
