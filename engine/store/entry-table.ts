import {
  type ActionEntry,
  type Actor,
  type Change,
  callIn,
  type ConditionEntry,
  type EventId,
  type Failure,
  type EntryHead,
  type Json,
  type LogEntry,
  type NestedCall,
  type Outcome,
  type RecordedAction,
  type RunId,
  type SimTime,
  type ValidationEntry,
  type Waited,
  type WaitEntry,
  type Observation,
} from '../model/index.ts';
import { type AppChanges, type ChangeTable } from './change-table.ts';
import {
  type Crc32,
  jsonOf,
  runKeyOf,
  listColumn,
  readList,
  readObject,
  ROW_IDS_PER_KEY,
  RowChecksum,
  rowIdOf,
  textColumn,
  readTextColumn,
} from './column-values.ts';
import { RowInserter, type Database } from './database.ts';
import type { EntryType, EntryTypeTable } from './entry-type-table.ts';
import { DamageError, readAt } from './errors.ts';
import type { RunTable } from './run-table.ts';

/** A log entry for lists. `changed` says whether it wrote to any app's state; the changes themselves are left out. */
export type LogHead = EntryHead & { readonly changed: boolean };

/** An entry for timelines: its type, times and causes. It is not compared with the row's checksum, which covers other columns. */
export interface EntryOutline {
  readonly index: number;
  readonly time: SimTime;
  readonly due: SimTime;
  readonly type: EntryType;
  readonly event: EventId;
  readonly causes: readonly number[];
  readonly changed: boolean;
  /** Whether the entry's call was waited for, hidden or observed by checks, or called other tools. */
  readonly special: boolean;
}

/** The logs of runs. Entries are appended and never changed. */
export interface EntryTable {
  /** Adds the next entry of `run`, whose changes are in `written`; {@link flush} writes the entry. */
  add(run: number, entry: LogEntry, written: readonly AppChanges[]): void;
  flush(): void;
  /** Discards entries added since the last {@link flush}. */
  forget(): void;
  entry(run: RunId, index: number): LogEntry | undefined;
  /** Up to `limit` entries from index `from` on. */
  entries(run: RunId, from: number, limit: number): readonly LogEntry[];
  /** Up to `limit` entries without their changes, which are not read. */
  heads(run: RunId, from: number, limit: number): readonly LogHead[];
  /** Up to `limit` entries as timelines show them, in a sixth of the time of {@link heads}. */
  outlines(run: RunId, from: number, limit: number): readonly EntryOutline[];
}

/** The columns of an entry with their positions: first the columns that most rows fill, then the others. */
export const ENTRY_COLUMN_INDEX = {
  id: 0,
  time: 1,
  due: 2,
  type: 3,
  event: 4,
  causes: 5,
  result: 6,
  arguments: 7,
  condition: 8,
  attempt: 9,
  change_count: 10,
  changed_app: 11,
  error_type: 12,
  error_message: 13,
  error_stack: 14,
  error_native: 15,
  skip_reason: 16,
  resolved_arguments: 17,
  nested_calls: 18,
  direct: 19,
  quiet: 20,
  answers_other: 21,
  refused: 22,
  waited: 23,
  observations: 24,
  achieved: 25,
  open: 26,
  tripped: 27,
  milestones: 28,
  minefields: 29,
  timeout: 30,
  wait: 31,
} as const;

/** The names of the written columns. */
export const ENTRY_COLUMNS = Object.keys(ENTRY_COLUMN_INDEX);

/** An entry without a tool call and without its changes. */
type CheckHead = Exclude<EntryHead, { readonly action: unknown }>;

/** An entry as a database row. */
type Row = readonly [
  id: number,
  time: SimTime,
  due: SimTime,
  type: number,
  event: string,
  causes: string | null,
  result: string | null,
  args: string | null,
  condition: string | null,
  attempt: number | null,
  changeCount: number,
  changedApp: number | null,
  checksum: number,
  /** The rarely filled columns as a JSON object; NULL when all of them are NULL. */
  rest: string | null,
  /** The changes, if the entry is read with changes and changed one app, and the checksum of the changes. */
  changes?: string | null,
  changesChecksum?: number | null,
];

/** The rarely filled columns. */
interface Rest {
  readonly error_type: string | null;
  readonly error_message: string | null;
  readonly error_stack: string | null;
  readonly error_native: number | null;
  readonly skip_reason: string | null;
  readonly resolved_arguments: string | null;
  readonly nested_calls: string | null;
  readonly direct: number | null;
  readonly quiet: number | null;
  readonly answers_other: number | null;
  readonly refused: number | null;
  readonly waited: Waited | null;
  readonly observations: string | null;
  readonly achieved: string | null;
  readonly open: string | null;
  readonly tripped: string | null;
  readonly milestones: string | null;
  readonly minefields: string | null;
  readonly timeout: number | null;
  readonly wait: string | null;
}

/** The positions in a row after the columns that most rows fill. */
const [CHECKSUM, REST, CHANGES, CHANGES_CHECKSUM] = [12, 13, 14, 15] as const;

const MAIN_COLUMNS = ENTRY_COLUMNS.slice(0, CHECKSUM);
const REST_COLUMNS = ENTRY_COLUMNS.slice(CHECKSUM) as readonly (keyof Rest)[];

/**
 * The columns of {@link Row} without changes. The rarely filled columns are one JSON object, because each column that SQLite
 * passes takes time, even NULL. With separate columns, a page of entries takes a third longer.
 */
const ROW_COLUMNS = [
  ...[...MAIN_COLUMNS, 'checksum'].map((column) => `entry.${column}`),
  `iif(coalesce(${REST_COLUMNS.join()}) IS NULL, NULL,
    json_object(${REST_COLUMNS.map((column) => `'${column}', ${column}`).join()}))`,
].join();

type OutlineRow = readonly [
  time: SimTime,
  /** The due time; NULL when it equals the time. */
  due: SimTime | null,
  /** The key of the type, and two bits: whether a state was changed, and whether the entry is special. */
  type: number,
  event: string,
  causes: string | null,
];

/** The columns of an outline. There are few, because passing a column takes a tenth of the time of reading an outline. */
const OUTLINE_COLUMNS = `time, nullif(due, time),
  4 * type + 2 * (change_count > 0) + (coalesce(nested_calls, quiet, answers_other, waited, observations) IS NOT NULL),
  event, causes`;

/** The values of the rarely filled columns when all of them are NULL. */
const EMPTY_REST = Object.fromEntries(REST_COLUMNS.map((column) => [column, null])) as unknown as Rest;

/**
 * Entries joined with their changes, if those are in one app: a separate statement would take half as long again. SQLite prepares
 * a join again for each value that a column is compared with, which takes five times as long as reading it; hence the sums.
 */
const ENTRIES_WITH_CHANGES =
  'entry LEFT JOIN change ON change.id = (changed_app << 27) + (entry.id & 0x7ffffff) WHERE entry.id';

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function entryTable(
  db: Database,
  runs: Pick<RunTable, 'entries'>,
  types: EntryTypeTable,
  changeTable: ChangeTable,
  crc32: Crc32,
): EntryTable {
  const inserter = new RowInserter(db, 'entry', ENTRY_COLUMNS, crc32);
  const checksum = new RowChecksum(crc32);
  const withChanges = `${ROW_COLUMNS}, change.changes, change.checksum`;
  const select = db
    .prepare<[number], Row>(`SELECT ${withChanges} FROM ${ENTRIES_WITH_CHANGES} = ? + 0`)
    .raw();
  const selectMany = db
    .prepare<[number, number], Row>(
      `SELECT ${withChanges} FROM ${ENTRIES_WITH_CHANGES} BETWEEN ? + 0 AND ? + 0 ORDER BY entry.id`,
    )
    .raw();
  const selectHeads = db
    .prepare<[number, number], Row>(`SELECT ${ROW_COLUMNS} FROM entry WHERE id BETWEEN ? AND ? ORDER BY id`)
    .raw();
  const selectOutlines = db
    .prepare<[number, number], OutlineRow>(
      `SELECT ${OUTLINE_COLUMNS} FROM entry WHERE id BETWEEN ? AND ? ORDER BY id`,
    )
    .raw();
  const selectIds = db
    .prepare<[number, number], number>('SELECT id FROM entry WHERE id BETWEEN ? AND ? ORDER BY id')
    .pluck();

  const changesOf = (run: number, index: number, row: Row): readonly Change[] => {
    const count = row[ENTRY_COLUMN_INDEX.change_count];
    if (count === 0) return [];
    const app = row[ENTRY_COLUMN_INDEX.changed_app];
    const text = row[CHANGES] ?? null;
    if (app !== null && text === null) throw new DamageError('changes of the entry are missing');
    const changes =
      app === null
        ? changeTable.ofEntry(run, index)
        : changeTable.changesIn([rowIdOf(app, index), text, null, row[CHANGES_CHECKSUM]]);
    if (changes.length !== count) throw new DamageError('changes of the entry are missing');
    return changes;
  };
  const entryOf =
    (run: number) =>
    (row: Row, index: number): LogEntry => {
      const rest = checked(row, run, index);
      return entryIn(index, row, types.read(row[ENTRY_COLUMN_INDEX.type]), rest, changesOf(run, index, row));
    };
  const headOf =
    (run: number) =>
    (row: Row, index: number): LogHead => {
      const rest = checked(row, run, index);
      return entryIn(index, row, types.read(row[ENTRY_COLUMN_INDEX.type]), rest, undefined);
    };
  const outlineOf = ([time, due, type, event, causes]: OutlineRow, index: number): EntryOutline => ({
    index,
    time,
    due: due ?? time,
    type: types.read(type >> 2),
    event: readTextColumn(event) as EventId,
    causes: readList<number>(causes),
    changed: (type & 2) !== 0,
    special: (type & 1) !== 0,
  });

  /**
   * The rarely filled columns of `row`.
   * @throws {DamageError} when the row does not match its checksum, or is another entry: a damaged page of SQLite may refer to
   * the rows of another page.
   */
  const checked = (row: Row, run: number, index: number): Rest => {
    if (row[ENTRY_COLUMN_INDEX.id] !== rowIdOf(run, index))
      throw new DamageError('another entry is in its place');
    for (let column = 0; column < CHECKSUM; column++) checksum.add(column, row[column]);
    const json = row[REST];
    const rest = json === null ? EMPTY_REST : (jsonOf(json) as Rest);
    if (json !== null)
      for (const column of REST_COLUMNS) checksum.add(ENTRY_COLUMN_INDEX[column], rest[column]);
    if (checksum.end() !== row[CHECKSUM]) throw new DamageError('the row does not match its checksum');
    return rest;
  };

  /** Applies `read` to `rows`, which begin with the entry `first`. */
  const readRows = <Columns, Answer>(
    run: number,
    first: number,
    rows: readonly Columns[],
    read: (row: Columns, index: number) => Answer,
  ): readonly Answer[] => {
    let index = first;
    return readAt(
      () => entryLabel(run, index),
      () =>
        rows.map((row) => {
          const answer = read(row, index);
          index++;
          return answer;
        }),
    );
  };
  /** The rows of up to `limit` entries from index `first` on; fewer only at the end of the log. */
  const many = <Columns>(
    statement: { all(from: number, to: number): Columns[] },
    run: number,
    first: number,
    limit: number,
  ): readonly Columns[] => {
    const [from, to] = [rowIdOf(run, first), rowIdOf(run, Math.min(first + limit, ROW_IDS_PER_KEY) - 1)];
    let rows = statement.all(from, to);
    const wanted = rows.length === limit ? limit : Math.min(limit, Math.max(0, runs.entries(run) - first));
    // Another process may have written entries between the two reads.
    if (rows.length < wanted) rows = statement.all(from, to);
    if (rows.length < wanted) throw missingFrom(run, first, selectIds.all(from, to));
    return rows.length === wanted ? rows : rows.slice(0, wanted);
  };

  return {
    add: (run, entry, written) => {
      addEntry(inserter, types, run, entry, written);
    },
    flush: () => {
      inserter.flush();
    },
    forget: () => {
      inserter.clear();
    },
    entry: (run, index) => {
      const key = runKeyOf(run);
      if (index < 0 || index >= ROW_IDS_PER_KEY) return undefined;
      let row = select.get(rowIdOf(key, index));
      if (row === undefined && index < runs.entries(key)) {
        // Another process may have written the entry since.
        row = select.get(rowIdOf(key, index));
        if (row === undefined)
          throw new DamageError('the entry is missing', { place: entryLabel(key, index) });
      }
      return row && readRows(key, index, [row], entryOf(key))[0];
    },
    entries: (run, from, limit) => {
      const [key, first] = [runKeyOf(run), Math.max(0, from)];
      return readRows(key, first, many(selectMany, key, first, limit), entryOf(key));
    },
    heads: (run, from, limit) => {
      const [key, first] = [runKeyOf(run), Math.max(0, from)];
      return readRows(key, first, many(selectHeads, key, first, limit), headOf(key));
    },
    outlines: (run, from, limit) => {
      const [key, first] = [runKeyOf(run), Math.max(0, from)];
      return readRows(key, first, many(selectOutlines, key, first, limit), outlineOf);
    },
  };
}

const entryLabel = (run: number, index: number): string => `run r${run}, entry ${index}`;

/** The error for a log in which entry `first` or a later one is missing from the rows `ids`. */
function missingFrom(run: number, first: number, ids: readonly number[]): DamageError {
  const gap = ids.findIndex((id, index) => id !== rowIdOf(run, first + index));
  const place = entryLabel(run, first + (gap === -1 ? ids.length : gap));
  return new DamageError('entries are missing', { place });
}

/** Fills the row of an entry. Columns are filled in their declared order; columns that are not set are NULL. */
function addEntry(
  to: RowInserter,
  types: EntryTypeTable,
  run: number,
  entry: LogEntry,
  written: readonly AppChanges[],
): void {
  const { outcome, causes, changes } = entry;
  to.set(ENTRY_COLUMN_INDEX.id, rowIdOf(run, entry.index));
  to.set(ENTRY_COLUMN_INDEX.time, entry.time);
  to.set(ENTRY_COLUMN_INDEX.due, entry.due);
  to.set(ENTRY_COLUMN_INDEX.type, types.keyOf(entryTypeOf(entry)));
  to.set(ENTRY_COLUMN_INDEX.event, textColumn(entry.event));
  if (causes.length > 0) to.set(ENTRY_COLUMN_INDEX.causes, listColumn(causes));
  if (outcome.status === 'done' && outcome.value !== null)
    to.set(ENTRY_COLUMN_INDEX.result, JSON.stringify(outcome.value));
  if ('action' in entry) to.set(ENTRY_COLUMN_INDEX.arguments, JSON.stringify(entry.action.args));
  if ('name' in entry) to.set(ENTRY_COLUMN_INDEX.condition, textColumn(entry.name));
  if ('attempt' in entry) to.set(ENTRY_COLUMN_INDEX.attempt, entry.attempt);
  to.set(ENTRY_COLUMN_INDEX.change_count, changes.length);
  if (written.length === 1) to.set(ENTRY_COLUMN_INDEX.changed_app, written[0]!.app);
  addOutcome(to, outcome);
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      addAction(to, entry);
      break;
    case 'validation':
      to.set(ENTRY_COLUMN_INDEX.achieved, listColumn(entry.achieved));
      to.set(ENTRY_COLUMN_INDEX.open, listColumn(entry.open));
      to.set(ENTRY_COLUMN_INDEX.tripped, listColumn(entry.tripped));
      break;
    case 'agent-validation':
      to.set(ENTRY_COLUMN_INDEX.milestones, listColumn(entry.milestones));
      to.set(ENTRY_COLUMN_INDEX.minefields, listColumn(entry.minefields));
      if (entry.timeout !== undefined) to.set(ENTRY_COLUMN_INDEX.timeout, entry.timeout);
      break;
    case 'wait':
      to.set(ENTRY_COLUMN_INDEX.wait, JSON.stringify({ until: entry.until, call: entry.call }));
      break;
    case 'condition':
    case 'stop':
  }
  to.endRow();
}

function entryTypeOf(entry: LogEntry): EntryType {
  const { kind, outcome } = entry;
  const verdict = 'verdict' in entry ? entry.verdict : null;
  const call = callIn(entry);
  if (call === undefined)
    return { kind, status: outcome.status, verdict, app: null, tool: null, effect: null, oracle: null };
  const { app, tool, effect } = call.action;
  return { kind, status: outcome.status, verdict, app, tool, effect, oracle: call.oracle };
}

/** Adds the reason of a failed or skipped outcome. */
function addOutcome(to: RowInserter, outcome: Outcome): void {
  if (outcome.status === 'failed') {
    to.set(ENTRY_COLUMN_INDEX.error_type, textColumn(outcome.error.type));
    to.set(ENTRY_COLUMN_INDEX.error_message, textColumn(outcome.error.message));
    if (outcome.error.stack !== undefined)
      to.set(ENTRY_COLUMN_INDEX.error_stack, textColumn(outcome.error.stack));
    if (outcome.error.native) to.set(ENTRY_COLUMN_INDEX.error_native, 1);
  }
  if (outcome.status === 'skipped') to.set(ENTRY_COLUMN_INDEX.skip_reason, textColumn(outcome.reason));
}

function addAction(to: RowInserter, entry: ActionEntry): void {
  const { action, calls } = entry;
  if (action.resolved !== undefined)
    to.set(ENTRY_COLUMN_INDEX.resolved_arguments, JSON.stringify(action.resolved));
  if (calls.length > 0) to.set(ENTRY_COLUMN_INDEX.nested_calls, listColumn(calls));
  if (entry.direct !== undefined) to.set(ENTRY_COLUMN_INDEX.direct, 1);
  if (entry.quiet !== undefined) to.set(ENTRY_COLUMN_INDEX.quiet, 1);
  if (entry.answersOther !== undefined) to.set(ENTRY_COLUMN_INDEX.answers_other, 1);
  if (entry.refused !== undefined) to.set(ENTRY_COLUMN_INDEX.refused, 1);
  if (entry.waited !== undefined) to.set(ENTRY_COLUMN_INDEX.waited, entry.waited);
  if (entry.observations !== undefined)
    to.set(ENTRY_COLUMN_INDEX.observations, JSON.stringify(entry.observations));
}

/** The entry of a row, with its fields in the order in which a run creates them. If `changes` is left out, it is a head for lists. */
function entryIn(index: number, row: Row, type: EntryType, rest: Rest, changes: readonly Change[]): LogEntry;
function entryIn(index: number, row: Row, type: EntryType, rest: Rest, changes: undefined): LogHead;
function entryIn(
  index: number,
  row: Row,
  type: EntryType,
  rest: Rest,
  changes: readonly Change[] | undefined,
): LogEntry | LogHead {
  const { kind } = type;
  if (kind === 'environment' || kind === 'agent' || kind === 'user')
    return actionIn(index, kind, row, type, rest, changes);
  const entry = checkIn(index, row, type, rest);
  return changes === undefined
    ? { ...entry, changed: row[ENTRY_COLUMN_INDEX.change_count] > 0 }
    : { ...entry, changes };
}

/** The condition, validation or stop of a row, without its changes. */
function checkIn(index: number, row: Row, type: EntryType, rest: Rest): CheckHead {
  const [time, due] = [row[ENTRY_COLUMN_INDEX.time], row[ENTRY_COLUMN_INDEX.due]];
  const event = readTextColumn(row[ENTRY_COLUMN_INDEX.event]) as EventId;
  const causes = readList<number>(row[ENTRY_COLUMN_INDEX.causes]);
  const outcome = readOutcome(row, type, rest);
  const kind = type.kind as CheckHead['kind'];
  switch (kind) {
    case 'condition': {
      const name = readTextColumn(requireColumn(row[ENTRY_COLUMN_INDEX.condition]));
      const attempt = requireColumn(row[ENTRY_COLUMN_INDEX.attempt]);
      const verdict = requireColumn(type.verdict) as ConditionEntry['verdict'];
      return { index, time, due, event, causes, kind, name, attempt, verdict, outcome };
    }
    case 'validation': {
      const attempt = requireColumn(row[ENTRY_COLUMN_INDEX.attempt]);
      const verdict = requireColumn(type.verdict) as ValidationEntry['verdict'];
      const [achieved, open, tripped] = [
        readList<string>(rest.achieved),
        readList<string>(rest.open),
        readList<string>(rest.tripped),
      ];
      return { index, time, due, event, causes, kind, attempt, verdict, achieved, open, tripped, outcome };
    }
    case 'agent-validation': {
      const [milestones, minefields] = [readList<string>(rest.milestones), readList<string>(rest.minefields)];
      const timeout = rest.timeout ?? undefined;
      return { index, time, due, event, causes, kind, milestones, minefields, timeout, outcome };
    }
    case 'stop':
      return { index, time, due, event, causes, kind, outcome };
    case 'wait': {
      const wait = readObject(requireColumn(rest.wait)) as unknown as Pick<WaitEntry, 'call' | 'until'>;
      return { index, time, due, event, causes, kind, ...wait, outcome };
    }
    default:
      throw new DamageError('an entry is of an unknown kind');
  }
}

/** The action entry of a row. Written as whole literals: built from spreads, a page of entries takes a third longer. */
function actionIn(
  index: number,
  kind: Actor,
  row: Row,
  type: EntryType,
  rest: Rest,
  changes: readonly Change[] | undefined,
): LogEntry | LogHead {
  const [time, due] = [row[ENTRY_COLUMN_INDEX.time], row[ENTRY_COLUMN_INDEX.due]];
  const event = readTextColumn(row[ENTRY_COLUMN_INDEX.event]) as EventId;
  const causes = readList<number>(row[ENTRY_COLUMN_INDEX.causes]);
  const oracle = requireColumn(type.oracle);
  const action = recordedActionIn(row, type, rest);
  const calls = readList<NestedCall>(rest.nested_calls);
  const outcome = readOutcome(row, type, rest);
  const changed = row[ENTRY_COLUMN_INDEX.change_count] > 0;
  const entry =
    changes === undefined
      ? { index, time, due, event, causes, kind, oracle, action, calls, outcome, changed }
      : { index, time, due, event, causes, kind, oracle, action, calls, outcome, changes };
  if (rest === EMPTY_REST) return entry;
  const { direct, quiet, answers_other, refused, waited, observations } = rest;
  return {
    ...entry,
    ...(direct === null ? {} : { direct: true }),
    ...(refused === null ? {} : { refused: true }),
    ...(waited === null ? {} : { waited }),
    ...(quiet === null ? {} : { quiet: true }),
    ...(answers_other === null ? {} : { answersOther: true }),
    ...(observations === null ? {} : { observations: readList<Observation>(observations) }),
  };
}

function recordedActionIn(row: Row, type: EntryType, rest: Rest): RecordedAction {
  const [app, tool, effect] = [requireColumn(type.app), requireColumn(type.tool), requireColumn(type.effect)];
  const args = readObject(requireColumn(row[ENTRY_COLUMN_INDEX.arguments]));
  const resolved = rest.resolved_arguments;
  return resolved === null
    ? { app, tool, args, effect }
    : { app, tool, args, resolved: readObject(resolved), effect };
}

function readOutcome(row: Row, type: EntryType, rest: Rest): Outcome {
  switch (type.status) {
    case 'done': {
      const result = row[ENTRY_COLUMN_INDEX.result];
      return { status: 'done', value: result === null ? null : (jsonOf(result) as Json) };
    }
    case 'failed':
      return { status: 'failed', error: readFailure(rest) };
    case 'skipped':
      return { status: 'skipped', reason: readTextColumn(requireColumn(rest.skip_reason)) };
    case 'no-result':
      return { status: 'no-result' };
    default:
      throw new DamageError('an entry has an unknown status');
  }
}

function readFailure(rest: Rest): Failure {
  const stack = rest.error_stack;
  return {
    type: readTextColumn(requireColumn(rest.error_type)),
    message: readTextColumn(requireColumn(rest.error_message)),
    ...(stack === null ? {} : { stack: readTextColumn(stack) }),
    ...(rest.error_native === null ? {} : { native: true }),
  };
}

/**
 * A value that every row of its kind must have.
 * @throws {DamageError} when it is null.
 */
function requireColumn<Value>(value: Value | null): Value {
  if (value === null) throw new DamageError('a column that is never NULL is NULL');
  return value;
}
