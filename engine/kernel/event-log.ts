import {
  deepFreeze,
  type EventId,
  freezeShared,
  type LogEntry,
  type Past,
  type SimTime,
} from '../model/index.ts';

/** Reads at most `limit` entries back, from position `from` on. */
export type ReadBack = (from: number, limit: number) => readonly LogEntry[];

/** So many entries are never dropped: most runs have no more. */
const MAX_KEPT = 1000;
/** The number of dropped entries that are read back at once. */
const PAGE = 1000;

/** The log of a run. Append-only: states, notifications and verdicts are computed from it. */
export class EventLog {
  #frozen: readonly LogEntry[] = [];
  /** The entries after the dropped ones. */
  #entries: LogEntry[] = [];
  #dropped = 0;
  #readBack: ReadBack = () => [];
  /** The number of entries at the end that are shown only temporarily. */
  #shown = 0;
  /** Whether all entries were requested once: then they all stay in memory. */
  #keepsAll = false;
  /** The latest entry of each event among the first `#indexed`. Computed on demand, because few runs need it. */
  readonly #latest = new Map<EventId, LogEntry>();
  #indexed = 0;

  get length(): number {
    return this.#dropped + this.#entries.length;
  }

  /** All entries. They stay in memory from now on. */
  get entries(): readonly LogEntry[] {
    this.#keepsAll = true;
    if (this.#dropped > 0) this.#entries = [...this.#readBack(0, this.#dropped), ...this.#entries];
    this.#dropped = 0;
    return this.#entries;
  }

  /** A copy of all entries for scenario code. Neither the copy nor the entries can be written to. */
  get frozen(): readonly LogEntry[] {
    const { entries } = this;
    if (this.#frozen.length === entries.length && this.#frozen.at(-1) === entries.at(-1)) return this.#frozen;
    // The entries before a frozen entry are frozen, too.
    for (let at = entries.length - 1; at >= 0 && !Object.isFrozen(entries[at]); at--) deepFreeze(entries[at]);
    this.#frozen = Object.freeze([...entries]);
    return this.#frozen;
  }

  /** Iterates over all entries; dropped ones are read page by page and not kept. */
  *[Symbol.iterator](): Generator<LogEntry> {
    for (let from = 0; from < this.#dropped; from += PAGE)
      yield* this.#readBack(from, Math.min(PAGE, this.#dropped - from));
    yield* this.#entries;
  }

  append(entry: LogEntry): void {
    this.#entries.push(entry);
  }

  /** The entries from position `from` on. None of them may be dropped. */
  since(from: number): readonly LogEntry[] {
    return this.#entries.slice(from - this.#dropped);
  }

  /** The latest entry of an event. */
  latestOf(event: EventId): LogEntry | undefined {
    const { entries } = this;
    for (; this.#indexed < entries.length; this.#indexed++) {
      const entry = entries[this.#indexed]!;
      this.#latest.set(entry.event, entry);
    }
    return this.#latest.get(event);
  }

  /** The past for checks when the clock reads `now`. */
  pastAt(now: SimTime): Past {
    return new LoggedPast(now, this);
  }

  /** Runs `work` with `entries` temporarily at the end of the log. */
  showing<Answer>(entries: readonly LogEntry[], work: () => Answer): Answer {
    this.#entries.push(...entries);
    this.#shown = entries.length;
    try {
      return work();
    } finally {
      this.endShowing();
    }
  }

  /** Removes the temporary entries, also if the work that saw them was stopped from outside. */
  endShowing(): void {
    this.#entries.length -= this.#shown;
    this.#shown = 0;
  }

  /** Drops logged entries from memory, unless all entries were requested; `readBack` reloads them. */
  dropEntries(readBack: ReadBack): void {
    if (this.#keepsAll || this.#entries.length <= MAX_KEPT) return;
    this.#dropped = this.length;
    this.#entries = [];
    this.#readBack = readBack;
  }
}

/** Reads the log only when a check asks for it, so that unused entries can be dropped. */
class LoggedPast implements Past {
  readonly now: SimTime;
  readonly #log: EventLog;

  constructor(now: SimTime, log: EventLog) {
    this.now = now;
    this.#log = log;
  }

  get log(): readonly LogEntry[] {
    return this.#log.frozen;
  }
}

freezeShared(LoggedPast);
