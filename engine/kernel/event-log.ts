import type { LogEntry } from '../model/log-entry.ts';

/** What happened, in order. Append-only: state, notifications and verdicts are computed from it. */
export class EventLog {
  readonly #entries: LogEntry[] = [];
  readonly #latest = new Map<string, LogEntry>();

  get length(): number {
    return this.#entries.length;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  /** The latest entry of the event `id`. */
  of(id: string): LogEntry | undefined {
    return this.#latest.get(id);
  }

  append<Entry extends LogEntry>(entry: Entry): Entry {
    this.#entries.push(entry);
    this.#latest.set(entry.event, entry);
    return entry;
  }
}
