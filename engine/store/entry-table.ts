import type {
  ActionEntry,
  Actor,
  AppName,
  Change,
  ConditionEntry,
  EventId,
  Failure,
  EntryHead,
  Json,
  LogEntry,
  NestedCall,
  Outcome,
  RecordedAction,
  RunId,
  SimTime,
  ValidationEntry,
  Observation,
} from '../model/index.ts';
import { type AppChanges, type ChangeTable } from './change-table.ts';
import {
  type Crc32,
  jsonOf,
  keyOf,
  listColumn,
  listOf,
  objectOf,
  POSITIONS,
  RowChecksum,
  rowIdOf,
  textColumn,
  textOf,
} from './columns.ts';
import { RowInserter, type Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import type { RunTable } from './run-table.ts';

/** A log entry as lists need it: whether it wrote to any app's state, but not what. */
export type LogHead = EntryHead & { readonly changed: boolean };

/** Runs' logs. Entries are added at the end and never altered. */
export interface EntryTable {
  /** Takes the next entry of `run`, which wrote `written`; {@link flush} writes it. */
  add(run: number, entry: LogEntry, written: readonly AppChanges[]): void;
  flush(): void;
  /** Forgets what was added since the last {@link flush}. */
  forget(): void;
  entry(run: RunId, index: number): LogEntry | undefined;
  /** At most `limit` entries from position `from` on. */
  entries(run: RunId, from: number, limit: number): readonly LogEntry[];
  /** The same without changes, which are not even read. */
  heads(run: RunId, from: number, limit: number): readonly LogHead[];
}

/** The columns of an entry, by place. */
export const COLUMN = {
  id: 0,
  time: 1,
  due: 2,
  kind: 3,
  event: 4,
  status: 5,
  causes: 6,
  result: 7,
  error_type: 8,
  error_message: 9,
  error_stack: 10,
  skip_reason: 11,
  app: 12,
  tool: 13,
  effect: 14,
  arguments: 15,
  resolved_arguments: 16,
  oracle: 17,
  nested_calls: 18,
  direct: 19,
  quiet: 20,
  refused: 21,
  waited: 22,
  observations: 23,
  condition: 24,
  attempt: 25,
  verdict: 26,
  achieved: 27,
  open: 28,
  tripped: 29,
  milestones: 30,
  minefields: 31,
  timeout: 32,
  change_count: 33,
  changed_app: 34,
} as const;

/** The columns that are written, by name. */
export const COLUMNS = Object.keys(COLUMN);

/** An entry as it is read. */
type Row = readonly [
  id: number,
  time: SimTime,
  due: SimTime,
  kind: LogEntry['kind'],
  event: string,
  status: Outcome['status'],
  causes: string | null,
  result: string | null,
  errorType: string | null,
  errorMessage: string | null,
  errorStack: string | null,
  skipReason: string | null,
  app: string | null,
  tool: string | null,
  effect: 'read' | 'write' | null,
  args: string | null,
  resolved: string | null,
  oracle: number | null,
  nestedCalls: string | null,
  direct: number | null,
  quiet: number | null,
  refused: number | null,
  waited: ActionEntry['waited'] | null,
  observations: string | null,
  condition: string | null,
  attempt: number | null,
  verdict: string | null,
  achieved: string | null,
  open: string | null,
  tripped: string | null,
  milestones: string | null,
  minefields: string | null,
  timeout: number | null,
  changeCount: number,
  changedApp: number | null,
  checksum: number,
  /** What it changed, of entries that are read with that and changed one app, and the checksum of that row. */
  changes?: string | null,
  changesChecksum?: number | null,
];

const CHECKSUM = COLUMNS.length;

/**
 * Entries with what they changed, if that was in one app: a statement of its own would take half as long again. SQLite prepares
 * a join anew for each value that a column is compared with, which takes five times as long as to read it; hence the sums.
 */
const JOINED =
  'entry LEFT JOIN change ON change.id = (changed_app << 32) + (entry.id & 0xffffffff) WHERE entry.id';

/** Prepares its statements once. The caller owns `db` and closes it. */
export function entryTable(
  db: Database,
  runs: Pick<RunTable, 'entries'>,
  changeTable: ChangeTable,
  crc32: Crc32,
): EntryTable {
  const inserter = new RowInserter(db, 'entry', COLUMNS, crc32);
  const checksum = new RowChecksum(crc32);
  const own = [...COLUMNS, 'checksum'].map((column) => `entry.${column}`).join();
  const withChanges = `${own}, change.changes, change.checksum`;
  const select = db.prepare<[number], Row>(`SELECT ${withChanges} FROM ${JOINED} = ? + 0`).raw();
  const selectMany = db
    .prepare<[number, number, number], Row>(
      `SELECT ${withChanges} FROM ${JOINED} BETWEEN ? + 0 AND ? + 0 ORDER BY entry.id LIMIT ?`,
    )
    .raw();
  const selectHeads = db
    .prepare<[number, number, number], Row>(
      `SELECT ${own} FROM entry WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?`,
    )
    .raw();

  const changesOf = (run: number, index: number, row: Row): readonly Change[] => {
    const count = row[COLUMN.change_count];
    if (count === 0) return [];
    const app = row[COLUMN.changed_app];
    const text = row[CHECKSUM + 1] as string | null;
    if (app !== null && text === null) throw new DamageError('changes of the entry are missing');
    const changes =
      app === null
        ? changeTable.ofEntry(run, index)
        : changeTable.changesIn([rowIdOf(app, index), text, null, row[CHECKSUM + 2]]);
    if (changes.length !== count) throw new DamageError('changes of the entry are missing');
    return changes;
  };
  const entryOf = (run: number, index: number, row: Row): LogEntry =>
    entryIn(index, row, changesOf(run, index, row));
  const headOf = (_run: number, index: number, row: Row): LogHead => entryIn(index, row, undefined);

  /** What `read` makes of `rows`, whose first is to be the entry `first`. */
  const readRows = <Answer>(
    run: number,
    first: number,
    rows: readonly Row[],
    read: (run: number, index: number, row: Row) => Answer,
  ): readonly Answer[] => {
    let index = first;
    return readAt(
      () => placeOf(run, index),
      () =>
        rows.map((row) => {
          if (row[COLUMN.id] !== rowIdOf(run, index)) throw new DamageError('entries are missing');
          checksum.check(row, COLUMNS.length, row[CHECKSUM]);
          const answer = read(run, index, row);
          index++;
          return answer;
        }),
    );
  };
  /** At most `limit` rows from position `first` on; fewer only where the log ends. */
  const many = (statement: typeof selectMany, run: number, first: number, limit: number): readonly Row[] => {
    const rows = statement.all(rowIdOf(run, first), rowIdOf(run + 1, -1), limit);
    const wanted = rows.length === limit ? limit : Math.max(0, runs.entries(run) - first);
    if (rows.length < wanted)
      throw new DamageError('entries are missing', { place: placeOf(run, first + rows.length) });
    return rows.length === wanted ? rows : rows.slice(0, wanted);
  };

  return {
    add: (run, entry, written) => {
      addEntry(inserter, run, entry, written);
    },
    flush: () => {
      inserter.flush();
    },
    forget: () => {
      inserter.clear();
    },
    entry: (run, index) => {
      const key = keyOf(run);
      const row = index < 0 || index >= POSITIONS ? undefined : select.get(rowIdOf(key, index));
      if (row !== undefined) return readRows(key, index, [row], entryOf)[0];
      if (index >= 0 && index < runs.entries(key))
        throw new DamageError('the entry is missing', { place: placeOf(key, index) });
      return undefined;
    },
    entries: (run, from, limit) => {
      const [key, first] = [keyOf(run), Math.max(0, from)];
      return readRows(key, first, many(selectMany, key, first, limit), entryOf);
    },
    heads: (run, from, limit) => {
      const [key, first] = [keyOf(run), Math.max(0, from)];
      return readRows(key, first, many(selectHeads, key, first, limit), headOf);
    },
  };
}

const placeOf = (run: number, index: number): string => `run r${run}, entry ${index}`;

/** Columns are filled in their order. What is not set is NULL. */
function addEntry(to: RowInserter, run: number, entry: LogEntry, written: readonly AppChanges[]): void {
  const { outcome, causes, changes } = entry;
  to.set(COLUMN.id, rowIdOf(run, entry.index));
  to.set(COLUMN.time, entry.time);
  to.set(COLUMN.due, entry.due);
  to.repeat(COLUMN.kind, entry.kind);
  to.set(COLUMN.event, textColumn(entry.event));
  to.repeat(COLUMN.status, outcome.status);
  if (causes.length > 0) to.set(COLUMN.causes, listColumn(causes));
  switch (outcome.status) {
    case 'done':
      if (outcome.value !== null) to.set(COLUMN.result, JSON.stringify(outcome.value));
      break;
    case 'failed':
      to.set(COLUMN.error_type, textColumn(outcome.error.type));
      to.set(COLUMN.error_message, textColumn(outcome.error.message));
      if (outcome.error.stack !== undefined) to.set(COLUMN.error_stack, textColumn(outcome.error.stack));
      break;
    case 'skipped':
      to.set(COLUMN.skip_reason, textColumn(outcome.reason));
  }
  switch (entry.kind) {
    case 'agent':
    case 'user':
    case 'environment':
      addAction(to, entry);
      break;
    case 'condition':
      to.set(COLUMN.condition, textColumn(entry.name));
      to.set(COLUMN.attempt, entry.attempt);
      to.repeat(COLUMN.verdict, entry.verdict);
      break;
    case 'validation':
      to.set(COLUMN.attempt, entry.attempt);
      to.repeat(COLUMN.verdict, entry.verdict);
      to.set(COLUMN.achieved, listColumn(entry.achieved));
      to.set(COLUMN.open, listColumn(entry.open));
      to.set(COLUMN.tripped, listColumn(entry.tripped));
      break;
    case 'agent-validation':
      to.set(COLUMN.milestones, listColumn(entry.milestones));
      to.set(COLUMN.minefields, listColumn(entry.minefields));
      if (entry.timeout !== undefined) to.set(COLUMN.timeout, entry.timeout);
      break;
    case 'stop':
  }
  to.repeat(COLUMN.change_count, changes.length);
  // Not repeated: its key is another in each run, and a statement for each shape of each short run costs a seventh of recording it.
  if (written.length === 1) to.set(COLUMN.changed_app, written[0]!.app);
  to.endRow();
}

function addAction(to: RowInserter, entry: ActionEntry): void {
  const { action, oracle, calls } = entry;
  to.repeat(COLUMN.app, textColumn(action.app));
  to.repeat(COLUMN.tool, textColumn(action.tool));
  to.repeat(COLUMN.effect, action.effect);
  to.set(COLUMN.arguments, JSON.stringify(action.args));
  if (action.resolved !== undefined) to.set(COLUMN.resolved_arguments, JSON.stringify(action.resolved));
  to.repeat(COLUMN.oracle, Number(oracle));
  if (calls.length > 0) to.set(COLUMN.nested_calls, listColumn(calls));
  if (entry.direct !== undefined) to.repeat(COLUMN.direct, 1);
  if (entry.quiet !== undefined) to.repeat(COLUMN.quiet, 1);
  if (entry.refused !== undefined) to.repeat(COLUMN.refused, 1);
  if (entry.waited !== undefined) to.set(COLUMN.waited, entry.waited);
  if (entry.observations !== undefined) to.set(COLUMN.observations, JSON.stringify(entry.observations));
}

/**
 * The entry that {@link addEntry} wrote, its fields in the order in which a run makes them; where `changes` are left out, as
 * lists need it.
 */
function entryIn(index: number, row: Row, changes: readonly Change[]): LogEntry;
function entryIn(index: number, row: Row, changes: undefined): LogHead;
function entryIn(index: number, row: Row, changes: readonly Change[] | undefined): LogEntry | LogHead {
  const kind = row[COLUMN.kind];
  if (kind === 'environment' || kind === 'agent' || kind === 'user')
    return actionIn(index, kind, row, changes);
  const logged = {
    index,
    time: row[COLUMN.time],
    due: row[COLUMN.due],
    event: textOf(row[COLUMN.event]) as EventId,
    causes: listOf<number>(row[COLUMN.causes]),
  };
  const outcome = outcomeOf(row);
  const end = changes === undefined ? { changed: row[COLUMN.change_count] > 0 } : { changes };
  switch (kind) {
    case 'condition':
      return {
        ...logged,
        kind,
        name: textOf(present(row[COLUMN.condition])),
        attempt: present(row[COLUMN.attempt]),
        verdict: present(row[COLUMN.verdict]) as ConditionEntry['verdict'],
        outcome,
        ...end,
      };
    case 'validation':
      return {
        ...logged,
        kind,
        attempt: present(row[COLUMN.attempt]),
        verdict: present(row[COLUMN.verdict]) as ValidationEntry['verdict'],
        achieved: listOf<string>(row[COLUMN.achieved]),
        open: listOf<string>(row[COLUMN.open]),
        tripped: listOf<string>(row[COLUMN.tripped]),
        outcome,
        ...end,
      };
    case 'agent-validation':
      return {
        ...logged,
        kind,
        milestones: listOf<string>(row[COLUMN.milestones]),
        minefields: listOf<string>(row[COLUMN.minefields]),
        timeout: row[COLUMN.timeout] ?? undefined,
        outcome,
        ...end,
      };
    case 'stop':
      return { ...logged, kind, outcome, ...end };
    default:
      throw new DamageError('an entry is of an unknown kind');
  }
}

/** In whole literals: put together by spreads, a page of entries takes a third longer. */
function actionIn(
  index: number,
  kind: Actor,
  row: Row,
  changes: readonly Change[] | undefined,
): LogEntry | LogHead {
  const [time, due] = [row[COLUMN.time], row[COLUMN.due]];
  const event = textOf(row[COLUMN.event]) as EventId;
  const causes = listOf<number>(row[COLUMN.causes]);
  const oracle = row[COLUMN.oracle] === 1;
  const action = recordedActionIn(row);
  const calls = listOf<NestedCall>(row[COLUMN.nested_calls]);
  const outcome = outcomeOf(row);
  const changed = row[COLUMN.change_count] > 0;
  const entry =
    changes === undefined
      ? { index, time, due, event, causes, kind, oracle, action, calls, outcome, changed }
      : { index, time, due, event, causes, kind, oracle, action, calls, outcome, changes };
  const [direct, quiet, refused] = [row[COLUMN.direct], row[COLUMN.quiet], row[COLUMN.refused]];
  const [waited = null, observations] = [row[COLUMN.waited], row[COLUMN.observations]];
  if (direct === null && quiet === null && refused === null && waited === null && observations === null)
    return entry;
  return {
    ...entry,
    ...(direct === null ? {} : { direct: true }),
    ...(refused === null ? {} : { refused: true }),
    ...(waited === null ? {} : { waited }),
    ...(quiet === null ? {} : { quiet: true }),
    ...(observations === null ? {} : { observations: listOf<Observation>(observations) }),
  };
}

function recordedActionIn(row: Row): RecordedAction {
  const app = textOf(present(row[COLUMN.app])) as AppName;
  const tool = textOf(present(row[COLUMN.tool]));
  const args = objectOf(present(row[COLUMN.arguments]));
  const effect = present(row[COLUMN.effect]);
  const resolved = row[COLUMN.resolved_arguments];
  return resolved === null
    ? { app, tool, args, effect }
    : { app, tool, args, resolved: objectOf(resolved), effect };
}

function outcomeOf(row: Row): Outcome {
  switch (row[COLUMN.status]) {
    case 'done': {
      const result = row[COLUMN.result];
      return { status: 'done', value: result === null ? null : (jsonOf(result) as Json) };
    }
    case 'failed':
      return { status: 'failed', error: failureOf(row) };
    case 'skipped':
      return { status: 'skipped', reason: textOf(present(row[COLUMN.skip_reason])) };
    default:
      throw new DamageError('an entry has an unknown status');
  }
}

function failureOf(row: Row): Failure {
  const stack = row[COLUMN.error_stack];
  const error = {
    type: textOf(present(row[COLUMN.error_type])),
    message: textOf(present(row[COLUMN.error_message])),
  };
  return stack === null ? error : { ...error, stack: textOf(stack) };
}

/** What every row of its kind has. @throws {DamageError} when this one has not. */
function present<Value>(value: Value | null): Value {
  if (value === null) throw new DamageError('a column that is never NULL is NULL');
  return value;
}
