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
  RunId,
  SimTime,
  ValidationEntry,
  Observation,
} from '../model/index.ts';
import type { AppChanges, ChangeTable } from './change-table.ts';
import {
  jsonOf,
  keyOf,
  listColumn,
  listOf,
  objectOf,
  POSITIONS,
  rowIdOf,
  textColumn,
  textOf,
} from './columns.ts';
import { RowInserter, type Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';

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
const COLUMN = {
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
  /** Of entries that are read with their changes and changed one app. */
  changes?: string | null,
];

/** Fetched with the entry: a statement of its own would take half as long again. */
const CHANGES = `
  (SELECT changes FROM change WHERE change.id = (changed_app << 32) + (entry.id & 0xffffffff))`;

/** Prepares its statements once. The caller owns `db` and closes it. */
export function entryTable(db: Database, changeTable: ChangeTable): EntryTable {
  const inserter = new RowInserter(db, 'entry', COLUMNS);
  const select = db
    .prepare<[number], Row>(`SELECT ${COLUMNS.join()}, ${CHANGES} FROM entry WHERE id = ?`)
    .raw();
  const range = (columns: string) =>
    db
      .prepare<[number, number, number], Row>(
        `SELECT ${columns} FROM entry WHERE id >= ? AND id < ? ORDER BY id LIMIT ?`,
      )
      .raw();
  const selectMany = range(`${COLUMNS.join()}, ${CHANGES}`);
  const selectHeads = range(COLUMNS.join());

  const changesOf = (run: number, index: number, row: Row): readonly Change[] => {
    const [count, changedApp, text] = [row[COLUMN.change_count], row[COLUMN.changed_app], row[35]];
    if (count === 0) return [];
    const changes = changedApp === null ? changeTable.ofEntry(run, index) : listOf<Change>(text ?? null);
    if (changes.length !== count) throw new DamageError('changes of an entry are missing');
    return changes;
  };
  const entryOf = (run: number, index: number, row: Row): LogEntry =>
    readAt(
      () => `run r${run}, entry ${index}`,
      () => entryWith(index, row, { changes: changesOf(run, index, row) }),
    );
  const headOf = (run: number, index: number, row: Row): LogHead =>
    readAt(
      () => `run r${run}, entry ${index}`,
      () => entryWith(index, row, { changed: row[COLUMN.change_count] > 0 }),
    );

  const many = <Answer>(
    statement: typeof selectMany,
    run: RunId,
    from: number,
    limit: number,
    read: (run: number, index: number, row: Row) => Answer,
  ): readonly Answer[] => {
    const key = keyOf(run);
    const first = Math.max(0, from);
    return statement.all(rowIdOf(key, first), rowIdOf(key + 1, 0), limit).map((row, nth) => {
      if (row[COLUMN.id] !== rowIdOf(key, first + nth))
        throw new DamageError('entries are missing', { place: `run r${key}, entry ${first + nth}` });
      return read(key, first + nth, row);
    });
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
      return row === undefined ? undefined : entryOf(key, index, row);
    },
    entries: (run, from, limit) => many(selectMany, run, from, limit, entryOf),
    heads: (run, from, limit) => many(selectHeads, run, from, limit, headOf),
  };
}

/** Columns are filled in their order. What is not set is NULL. */
function addEntry(to: RowInserter, run: number, entry: LogEntry, written: readonly AppChanges[]): void {
  const { outcome, causes, changes } = entry;
  to.set(COLUMN.id, rowIdOf(run, entry.index));
  to.set(COLUMN.time, entry.time);
  to.set(COLUMN.due, entry.due);
  to.set(COLUMN.kind, entry.kind);
  to.set(COLUMN.event, textColumn(entry.event));
  to.set(COLUMN.status, outcome.status);
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
      to.set(COLUMN.verdict, entry.verdict);
      break;
    case 'validation':
      to.set(COLUMN.attempt, entry.attempt);
      to.set(COLUMN.verdict, entry.verdict);
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
  if (changes.length > 0) {
    to.set(COLUMN.change_count, changes.length);
    if (written.length === 1) to.set(COLUMN.changed_app, written[0]!.app);
  }
  to.endRow();
}

function addAction(to: RowInserter, { action, oracle, calls, ...entry }: ActionEntry): void {
  to.set(COLUMN.app, textColumn(action.app));
  to.set(COLUMN.tool, textColumn(action.tool));
  to.set(COLUMN.effect, action.effect);
  to.set(COLUMN.arguments, JSON.stringify(action.args));
  if (action.resolved !== undefined) to.set(COLUMN.resolved_arguments, JSON.stringify(action.resolved));
  to.set(COLUMN.oracle, Number(oracle));
  if (calls.length > 0) to.set(COLUMN.nested_calls, listColumn(calls));
  if (entry.direct !== undefined) to.set(COLUMN.direct, 1);
  if (entry.quiet !== undefined) to.set(COLUMN.quiet, 1);
  if (entry.refused !== undefined) to.set(COLUMN.refused, 1);
  if (entry.waited !== undefined) to.set(COLUMN.waited, entry.waited);
  if (entry.observations !== undefined) to.set(COLUMN.observations, JSON.stringify(entry.observations));
}

/** What stands at the end of what is read: the changes, or whether there are any. */
type Ending = { readonly changes: readonly Change[] } | { readonly changed: boolean };

/** The entry that {@link addEntry} wrote, its fields in the order in which a run makes them. */
function entryWith<End extends Ending>(index: number, row: Row, end: End): EntryHead & End {
  const [, time, due, kind, event, , causes] = row;
  const logged = { index, time, due, event: textOf(event) as EventId, causes: listOf<number>(causes) };
  const outcome = outcomeOf(row);
  return Object.assign(happeningOf(kind, row, logged, outcome), end);
}

type Logged = Pick<LogEntry, 'index' | 'time' | 'due' | 'event' | 'causes'>;

function happeningOf(kind: LogEntry['kind'], row: Row, logged: Logged, outcome: Outcome): EntryHead {
  switch (kind) {
    case 'agent':
    case 'user':
    case 'environment':
      return actionIn(kind, row, logged, outcome);
    case 'condition':
      return {
        ...logged,
        kind,
        name: textOf(present(row[COLUMN.condition])),
        attempt: present(row[COLUMN.attempt]),
        verdict: present(row[COLUMN.verdict]) as ConditionEntry['verdict'],
        outcome,
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
      };
    case 'agent-validation':
      return {
        ...logged,
        kind,
        milestones: listOf<string>(row[COLUMN.milestones]),
        minefields: listOf<string>(row[COLUMN.minefields]),
        timeout: row[COLUMN.timeout] ?? undefined,
        outcome,
      };
    case 'stop':
      return { ...logged, kind, outcome };
    default:
      throw new DamageError('an entry is of an unknown kind');
  }
}

/** What only some actions have is there only where it was written. */
function actionIn(
  kind: Actor,
  row: Row,
  { index, time, due, event, causes }: Logged,
  outcome: Outcome,
): Omit<ActionEntry, 'changes'> {
  const resolved = row[COLUMN.resolved_arguments];
  const called = {
    app: textOf(present(row[COLUMN.app])) as AppName,
    tool: textOf(present(row[COLUMN.tool])),
    args: objectOf(present(row[COLUMN.arguments])),
  };
  const effect = present(row[COLUMN.effect]);
  const action =
    resolved === null ? { ...called, effect } : { ...called, resolved: objectOf(resolved), effect };
  const oracle = row[COLUMN.oracle] === 1;
  const calls = listOf<NestedCall>(row[COLUMN.nested_calls]);
  const entry = { index, time, due, event, causes, kind, oracle, action, calls, outcome };
  const waited = row[COLUMN.waited] ?? null;
  const [direct, quiet, refused] = [row[COLUMN.direct], row[COLUMN.quiet], row[COLUMN.refused]];
  const observations = row[COLUMN.observations];
  if (waited === null && observations === null && direct === null && quiet === null && refused === null)
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
