import {
  type ActionEntry,
  append,
  deepFreeze,
  EMPTY_LIST,
  type EventId,
  firstPosition,
  freezeShared,
  type LogEntry,
  type Past,
  type SimTime,
} from '../model/index.ts';
import { readOnlyList } from './read-only-list.ts';

/** Reads up to `limit` stored entries, beginning at index `from`. */
export type ReadBack = (from: number, limit: number) => readonly LogEntry[];

/** Logs of up to this many entries stay in memory: most runs have no more. */
const MAX_ENTRIES_IN_MEMORY = 1000;
/** The number of dropped entries that are read back at once. */
const PAGE_ENTRIES = 1000;

/** The log of a run. Append-only: states, notifications and verdicts are computed from it. */
export class EventLog {
  /** The entries after the dropped ones. */
  #entries: LogEntry[] = [];
  #dropped: number;
  #readBack: ReadBack;
  /** Whether all entries were requested once, so that all of them stay in memory. */
  #keepsAll = false;
  /** The latest entry of each event among the first `#indexed`. Computed on demand, because few runs need it. */
  readonly #latest = new Map<EventId, LogEntry>();
  #indexed = 0;
  /** The calls of each tool among the first `#callsIndexed` entries. Computed on demand. */
  readonly #calls = new Map<string, ActionEntry[]>();
  #callsIndexed = 0;
  /** The number of entries, from the first one on, that scenario code cannot write to. */
  #frozen = 0;

  /** Creates a log whose first `dropped` entries are already stored; `readBack` reads them. */
  constructor(dropped = 0, readBack: ReadBack = () => []) {
    this.#dropped = dropped;
    this.#readBack = readBack;
  }

  get length(): number {
    return this.#dropped + this.#entries.length;
  }

  /** All entries. Reading them keeps all of them in memory from then on. */
  get entries(): readonly LogEntry[] {
    this.#keepsAll = true;
    if (this.#dropped > 0) this.#entries = [...this.#readBack(0, this.#dropped), ...this.#entries];
    this.#dropped = 0;
    return this.#entries;
  }

  /** Iterates over all entries; dropped ones are read page by page and not kept. */
  *[Symbol.iterator](): Generator<LogEntry> {
    for (let from = 0; from < this.#dropped; from += PAGE_ENTRIES)
      yield* this.#readBack(from, Math.min(PAGE_ENTRIES, this.#dropped - from));
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

  /** The past that a check sees at time `now`. `shown` are calls that are not logged yet; they come last. */
  pastAt(now: SimTime, shown: readonly ActionEntry[] = []): Past {
    return new LoggedPast(this, now, shown);
  }

  /** The entry at `position`, frozen, so that scenario code cannot write to it. */
  frozenEntry(position: number): LogEntry {
    const { entries } = this;
    for (; this.#frozen <= position; this.#frozen++) deepFreeze(entries[this.#frozen]);
    return entries[position]!;
  }

  /** The entries that called `tool`, oldest first. The list grows with the log. */
  callsOf(app: string, tool: string): readonly ActionEntry[] {
    const { entries } = this;
    for (; this.#callsIndexed < entries.length; this.#callsIndexed++) {
      const entry = entries[this.#callsIndexed]!;
      if (!('action' in entry)) continue;
      const key = callKey(entry.action.app, entry.action.tool);
      this.#calls.set(key, append(this.#calls.get(key) ?? EMPTY_LIST, entry));
    }
    return this.#calls.get(callKey(app, tool)) ?? EMPTY_LIST;
  }

  /** Drops logged entries from memory, unless all entries were requested; `readBack` reloads them. */
  dropEntries(readBack: ReadBack): void {
    if (this.#keepsAll || this.#entries.length <= MAX_ENTRIES_IN_MEMORY) return;
    this.#dropped = this.length;
    this.#entries = [];
    this.#readBack = readBack;
  }
}

/** The past for a check of a stored run: its first `length` entries, which are read when the check needs them. */
export const storedPast = (now: SimTime, length: number, readBack: ReadBack): Past =>
  new EventLog(length, readBack).pastAt(now);

const callKey = (app: string, tool: string): string => JSON.stringify([app, tool]);

/** The log as a check sees it: the entries so far, then `shown`. Later entries never appear, even when scenario code keeps the object. */
class LoggedPast implements Past {
  readonly now: SimTime;
  readonly #log: EventLog;
  readonly #length: number;
  readonly #shown: readonly ActionEntry[];
  #view: readonly LogEntry[] | undefined;

  constructor(log: EventLog, now: SimTime, shown: readonly ActionEntry[]) {
    this.now = now;
    this.#log = log;
    this.#length = log.length;
    this.#shown = shown;
  }

  get log(): readonly LogEntry[] {
    return (this.#view ??= this.#list(this.#length, this.#shown, (position) =>
      this.#log.frozenEntry(position),
    ));
  }

  calls(app: string, tool: string): readonly ActionEntry[] {
    const logged = this.#log.callsOf(app, tool);
    const count = firstPosition(logged, ({ index }) => index >= this.#length);
    const shown = this.#shown.filter(({ action }) => action.app === app && action.tool === tool);
    return this.#list(count, shown, (position) => deepFreeze(logged[position]!));
  }

  /** The list of `count` logged entries, with `shown` after them. */
  #list<Entry extends LogEntry>(
    count: number,
    shown: readonly Entry[],
    logged: (position: number) => Entry,
  ): readonly Entry[] {
    return readOnlyList({
      length: count + shown.length,
      at: (position) => (position < count ? logged(position) : deepFreeze(shown[position - count]!)),
    });
  }
}

freezeShared(LoggedPast);
