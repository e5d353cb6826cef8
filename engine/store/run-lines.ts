import {
  countedAs,
  type EndingCause,
  type RunId,
  type RunLine,
  runResult,
  type RunState,
  type RunSummary,
  type SimTime,
  type StoredAttempt,
  type VerdictOutcome,
} from '../model/index.ts';
import type { AttemptTable } from './attempt-table.ts';
import { runKeyOf, readList, type RowChecksum, runIdOf, readTextColumn } from './column-values.ts';
import type { Database } from './database.ts';
import { NEXT_CHANGE } from './schema.ts';

/** The columns of a run that lists show. */
export interface ListRow {
  readonly id: number;
  readonly scenario: string;
  readonly source: string;
  readonly state: RunState;
  readonly mode: RunSummary['mode'];
  readonly seed: number;
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly start: SimTime;
  readonly now: SimTime;
  readonly entries: number;
  readonly passed: 1 | 0 | null;
  readonly log_hash: string | null;
  readonly log_hash_version: number | null;
  readonly tags: string;
  readonly scenario_tags: string;
  readonly baseline: 1 | null;
  readonly outcome: VerdictOutcome | null;
  readonly shortfall: string | null;
  readonly ending: EndingCause | null;
  readonly agent: string;
  readonly variant: string | null;
  readonly failures: number;
  readonly noise: number;
  readonly parent: RunId | null;
  readonly note_count: number;
  readonly checksum: number;
}

/** The columns that lists show, in the order of their checksum. */
export const LIST_COLUMNS = [
  ...([
    'id',
    'scenario',
    'source',
    'state',
    'mode',
    'seed',
    'started_at',
    'ended_at',
    'start',
    'now',
  ] as const),
  ...([
    'entries',
    'passed',
    'log_hash',
    'log_hash_version',
    'tags',
    'scenario_tags',
    'baseline',
    'outcome',
    'shortfall',
  ] as const),
  ...(['ending', 'agent', 'variant', 'failures', 'noise', 'parent', 'note_count'] as const),
] satisfies readonly (keyof ListRow)[];

/** The values of {@link LIST_COLUMNS} and the checksum of the row. */
type RawRow = readonly (string | number | null)[];

/**
 * The runs as rows of the run list. Each run is read once, and again after a change by any process, so that the cost depends on
 * the number of changes.
 */
export class RunLines {
  readonly #db: Database;
  readonly #checksum: RowChecksum;
  readonly #attempts: AttemptTable;
  readonly #damaged: ReadonlyMap<number, string>;
  readonly #report: (key: number) => void;
  readonly #statements: ReturnType<typeof prepare>;
  /** The lines by run key, ascending. */
  readonly #lines = new Map<number, RunLine>();
  /** The run keys of baselines by scenario. */
  readonly #baselines = new Map<string, number>();
  /** Shared copies of texts that many lines have in common. */
  readonly #texts = new Map<string, string>();
  #newest: readonly RunLine[] | undefined;
  /** The number of damaged runs when `#newest` was computed. */
  #leftOut = 0;
  /** The largest run key that was read. */
  #last = 0;
  /** Whether all runs have been read once. */
  #isComplete = false;
  /** The number of the latest change that was read. */
  #seen = 0;
  /** Whether lines were read in a transaction that may still be undone. */
  #isUncertain = false;

  /**
   * @param damaged the damaged runs found so far, by key
   * @param report is called with the key of a row that does not match its checksum
   */
  constructor(
    db: Database,
    checksum: RowChecksum,
    attempts: AttemptTable,
    damaged: ReadonlyMap<number, string>,
    report: (key: number) => void,
  ) {
    this.#db = db;
    this.#checksum = checksum;
    this.#attempts = attempts;
    this.#damaged = damaged;
    this.#report = report;
    this.#statements = prepare(db);
  }

  /** Whether {@link all} only has to read changes. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Reads changed runs and, until all runs have been read once, up to `most` more. Returns whether all have been read. */
  read(most = -1): boolean {
    this.#isUncertain ||= this.#db.inTransaction;
    if (this.#isComplete) this.#readChanges();
    else this.#readOn(most);
    return this.#isComplete;
  }

  /**
   * All undamaged runs, newest first. Returns the same list until something changes, and the same object for a run until that run
   * changes.
   */
  all(): readonly RunLine[] {
    this.read();
    if (this.#leftOut !== this.#damaged.size) this.#newest = undefined;
    this.#leftOut = this.#damaged.size;
    this.#newest ??= this.#listed();
    return this.#newest;
  }

  // A loop, because this list is made anew after each change.
  #listed(): readonly RunLine[] {
    const newest = new Array<RunLine>(this.#lines.size);
    let at = newest.length;
    for (const line of this.#lines.values()) newest[--at] = line;
    return this.#damaged.size === 0 ? newest : newest.filter(({ id }) => !this.#damaged.has(runKeyOf(id)));
  }

  /** The newest `limit` undamaged runs, newest first, without reading the others. */
  newest(limit: number): readonly RunLine[] {
    if (this.#isComplete) return this.all().slice(0, limit);
    const { newest, passedBaseline } = this.#statements;
    const rows = newest.all(limit);
    const attempts = this.#attemptsOf(rows);
    return rows.flatMap((row) => {
      const line = this.#lineOf(row, attempts.get(row[0] as number));
      if (line === undefined) return [];
      return hasNotPassed(line) && passedBaseline.get(line.scenario) !== undefined
        ? { ...line, regression: true }
        : line;
    });
  }

  /** Drops lines that were read in an undone transaction. */
  undo(): void {
    if (!this.#isUncertain) return;
    this.#isUncertain = false;
    this.#isComplete = false;
    this.#last = 0;
    this.#newest = undefined;
    this.#lines.clear();
    this.#baselines.clear();
  }

  /** Confirms the lines that were read. Called when no transaction is open. */
  confirm(): void {
    this.#isUncertain = false;
  }

  #readOn(most: number): void {
    const { lastChange, first } = this.#statements;
    if (this.#last === 0) this.#seen = lastChange.get()!;
    for (let left = most < 0 ? Infinity : most; ;) {
      const limit = Math.min(left, ROWS_PER_BATCH);
      const rows = first.all(this.#last, limit);
      const attempts = this.#attemptsOf(rows);
      for (const row of rows) this.#take(row, attempts.get(row[0] as number));
      if (rows.length < limit) break;
      left -= limit;
      if (left === 0) return;
    }
    this.#isComplete = true;
    this.#markRegressions(new Set(this.#baselines.keys()));
    this.#newest = undefined;
    this.#readChanges();
  }

  #readChanges(): void {
    const { removedSince, changedSince } = this.#statements;
    const removed = removedSince.all(this.#seen);
    const changed = changedSince.all(this.#seen);
    if (removed.length === 0 && changed.length === 0) return;
    const scenarios = new Set<string>();
    for (const [, run] of removed) this.#drop(run, scenarios);
    for (const row of changed) {
      this.#drop(row[0] as number, scenarios, true);
      this.#take(row, this.#attemptsOf([row]).get(row[0] as number), scenarios);
    }
    for (const [change] of removed) this.#seen = Math.max(this.#seen, change);
    for (const row of changed) this.#seen = Math.max(this.#seen, row.at(-1) as number);
    this.#markRegressions(scenarios);
    this.#newest = undefined;
  }

  /** Adds the line of a row. Adds its scenario to `scenarios` if the run is a baseline. */
  #take(row: RawRow, attempt: StoredAttempt | undefined, scenarios?: Set<string>): void {
    const key = row[0] as number;
    this.#last = Math.max(this.#last, key);
    const line = this.#lineOf(row, attempt);
    if (line === undefined) {
      this.#lines.delete(key);
      return;
    }
    const { scenario, baseline } = line;
    if (baseline) {
      this.#baselines.set(scenario, key);
      scenarios?.add(scenario);
    }
    this.#lines.set(key, this.#isComplete ? { ...line, regression: this.#isRegression(line) } : line);
  }

  /** Drops the line of run `key`. With `comes`, its position in the order is kept for a new line. */
  #drop(key: number, scenarios: Set<string>, comes = false): void {
    const line = this.#lines.get(key);
    if (line?.baseline === true) {
      scenarios.add(line.scenario);
      if (this.#baselines.get(line.scenario) === key) this.#baselines.delete(line.scenario);
    }
    if (!comes) this.#lines.delete(key);
  }

  #isRegression(line: RunLine): boolean {
    const baseline = this.#baselines.get(line.scenario);
    return hasNotPassed(line) && baseline !== undefined && this.#lines.get(baseline)?.outcome === 'passed';
  }

  /** Marks the regressions among the runs of `scenarios`, whose baselines have changed. */
  #markRegressions(scenarios: ReadonlySet<string>): void {
    if (scenarios.size === 0) return;
    for (const [key, line] of this.#lines)
      if (scenarios.has(line.scenario) && line.regression !== this.#isRegression(line))
        this.#lines.set(key, { ...line, regression: !line.regression });
  }

  /** The attempts of adjacent rows, by run key. */
  #attemptsOf(rows: readonly RawRow[]): ReadonlyMap<number, StoredAttempt> {
    const [first, last] = [rows[0]?.[0] as number | undefined, rows.at(-1)?.[0] as number | undefined];
    if (first === undefined || last === undefined) return new Map();
    return this.#attempts.between(Math.min(first, last), Math.max(first, last), this.#report);
  }

  /** The line of a row; `undefined` if the row does not match its checksum. */
  #lineOf(row: RawRow, attempt: StoredAttempt | undefined): RunLine | undefined {
    if (this.#checksum.of(row, LIST_COLUMNS.length) !== row[LIST_COLUMNS.length]) {
      this.#report(row[0] as number);
      return undefined;
    }
    const share = (text: string): string => {
      const known = this.#texts.get(text);
      if (known === undefined) this.#texts.set(text, text);
      return known ?? text;
    };
    return lineOf(row, attempt, share);
  }
}

/** Whether pass rates count the run as not passed. */
const hasNotPassed = (line: RunLine): boolean => countedAs(runResult(line), 'all') === 'not-passed';

/** The number of rows read at once. Reading all rows at once would take three times as long, mostly for garbage collection. */
export const ROWS_PER_BATCH = 500;

const LISTED_COLUMNS = `${LIST_COLUMNS.join()}, checksum`;

function prepare(db: Database) {
  const rows = <Parameters extends unknown[]>(rest: string, more = '') =>
    db.prepare<Parameters, RawRow>(`SELECT ${LISTED_COLUMNS}${more} FROM run ${rest}`).raw();
  return {
    first: rows<[number, number]>('WHERE id > ? ORDER BY id LIMIT ?'),
    newest: rows<[number]>('ORDER BY id DESC LIMIT ?'),
    // New runs come last, in the order of their keys, whichever changed first. The plus keeps SQLite to the index of changes.
    changedSince: rows<[number]>('WHERE changed > ? ORDER BY +id', ', changed'),
    removedSince: db
      .prepare<[number], [changed: number, run: number]>(
        'SELECT changed, run FROM removed_run WHERE changed > ?',
      )
      .raw(),
    lastChange: db.prepare<[], number>(`SELECT ${NEXT_CHANGE} - 1`).pluck(),
    passedBaseline: db
      .prepare<[string], number>('SELECT 1 FROM run WHERE baseline AND passed = 1 AND scenario = ?')
      .pluck(),
  };
}

/** The position of each column in a row. */
const COLUMN_POSITIONS = Object.fromEntries(LIST_COLUMNS.map((column, index) => [column, index])) as Record<
  (typeof LIST_COLUMNS)[number],
  number
>;

// Field by field and by position: as objects, a hundred thousand rows would take twice as long.
function lineOf(row: RawRow, attempt: StoredAttempt | undefined, share: (text: string) => string): RunLine {
  const number = (at: number): number => row[at] as number;
  const text = (at: number): string => share(readTextColumn(row[at] as string));
  const optional = (at: number): string | undefined => (row[at] === null ? undefined : text(at));
  return {
    id: runIdOf(number(COLUMN_POSITIONS.id)),
    scenario: text(COLUMN_POSITIONS.scenario),
    source: text(COLUMN_POSITIONS.source),
    state: text(COLUMN_POSITIONS.state) as RunState,
    mode: text(COLUMN_POSITIONS.mode) as RunSummary['mode'],
    seed: number(COLUMN_POSITIONS.seed),
    startedAt: number(COLUMN_POSITIONS.started_at),
    endedAt: (row[COLUMN_POSITIONS.ended_at] as number | null) ?? undefined,
    start: number(COLUMN_POSITIONS.start) as SimTime,
    now: number(COLUMN_POSITIONS.now) as SimTime,
    entries: number(COLUMN_POSITIONS.entries),
    tags: tagsOf(row[COLUMN_POSITIONS.tags] as string),
    scenarioTags: tagsOf(row[COLUMN_POSITIONS.scenario_tags] as string),
    outcome: optional(COLUMN_POSITIONS.outcome) as VerdictOutcome | undefined,
    shortfall: optional(COLUMN_POSITIONS.shortfall),
    parent: (row[COLUMN_POSITIONS.parent] as RunId | null) ?? undefined,
    notes: number(COLUMN_POSITIONS.note_count),
    baseline: row[COLUMN_POSITIONS.baseline] === 1,
    regression: false,
    ending: optional(COLUMN_POSITIONS.ending) as EndingCause | undefined,
    agent: text(COLUMN_POSITIONS.agent),
    variant: optional(COLUMN_POSITIONS.variant),
    failures: number(COLUMN_POSITIONS.failures),
    noise: number(COLUMN_POSITIONS.noise),
    log: (row[COLUMN_POSITIONS.log_hash] as string | null)?.slice(0, LOG_CHARACTERS),
    logVersion: (row[COLUMN_POSITIONS.log_hash_version] as number | null) ?? undefined,
    attempt,
  };
}

/** The number of characters of a log's hash that identify the log. */
const LOG_CHARACTERS = 16;

const NO_TAGS: readonly string[] = [];

const tagsOf = (column: string): readonly string[] => (column === '[]' ? NO_TAGS : readList<string>(column));
