import type { EventId, LogEntry, Past, SimTime } from '../model/index.ts';

/** Gives back at most `limit` entries from position `from` on. */
export type Recall = (from: number, limit: number) => readonly LogEntry[];

/** How many entries stay in memory in any case: many a run has no more. */
const MOST_KEPT = 1000;
/** How many of those that were let go are read at once. */
const PAGE = 1000;

/** What happened, in order. Append-only: state, notifications and verdicts are computed from it. */
export class EventLog {
  /** All but the first, which were let go. */
  #entries: LogEntry[] = [];
  #gone = 0;
  #recall: Recall = () => [];
  /** Whether somebody has looked back: then all of it stays. */
  #asked = false;
  /** By event; of so many entries. Few runs ask, so they are noted when they do. */
  readonly #latest = new Map<EventId, LogEntry>();
  #noted = 0;

  get length(): number {
    return this.#gone + this.#entries.length;
  }

  /** All of them, from now on to the end of the run. */
  get entries(): readonly LogEntry[] {
    this.#asked = true;
    if (this.#gone > 0) this.#entries = [...this.#recall(0, this.#gone), ...this.#entries];
    this.#gone = 0;
    return this.#entries;
  }

  /** One after the other, without keeping what was let go. */
  *[Symbol.iterator](): Generator<LogEntry> {
    for (let from = 0; from < this.#gone; from += PAGE)
      yield* this.#recall(from, Math.min(PAGE, this.#gone - from));
    yield* this.#entries;
  }

  /** The entries from position `from` on, none of which was let go. */
  since(from: number): readonly LogEntry[] {
    return this.#entries.slice(from - this.#gone);
  }

  /** The past as it is when the clock reads `now`. */
  pastAt(now: SimTime): Past {
    return new LoggedPast(now, this);
  }

  /** Lets go of what `recall` gives back, unless somebody has looked back, and may do so again. */
  letGo(recall: Recall): void {
    if (this.#asked || this.#entries.length <= MOST_KEPT) return;
    this.#gone = this.length;
    this.#entries = [];
    this.#recall = recall;
  }

  /** The latest entry of the event `id`. */
  of(id: EventId): LogEntry | undefined {
    const { entries } = this;
    for (; this.#noted < entries.length; this.#noted++) {
      const entry = entries[this.#noted]!;
      this.#latest.set(entry.event, entry);
    }
    return this.#latest.get(id);
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

  append(entry: LogEntry): void {
    this.#entries.push(entry);
  }
}

/** Looks the log up when it is asked for, for what nobody asks for may be let go. */
class LoggedPast implements Past {
  readonly now: SimTime;
  readonly #log: EventLog;

  constructor(now: SimTime, log: EventLog) {
    this.now = now;
    this.#log = log;
  }

  get log(): readonly LogEntry[] {
    return this.#log.entries;
  }
}
