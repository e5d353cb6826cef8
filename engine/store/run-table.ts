import {
  awaitsJudge,
  type BranchOrigin,
  type CommitBatch,
  type EventId,
  type Hint,
  LOG_HASH_VERSION,
  type OutsideAgent,
  type PlanOutline,
  type RunChoices,
  type RunId,
  type RunNote,
  type RunState,
  type RunSummary,
  type Runtime,
  type SimTime,
  type SweepJob,
  type TraceExtras,
  USUAL_NOISE,
  type Verdict,
} from '../model/index.ts';
import type { AttemptTable } from './attempt-table.ts';
import {
  type Crc32,
  jsonOf,
  newKey,
  readList,
  readTextColumn,
  RowChecksum,
  runIdOf,
  runKeyOf,
  textColumn,
} from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError } from './errors.ts';
import { LIST_COLUMNS, type ListRow, ROWS_PER_BATCH, RunLines } from './run-lines.ts';
import { NEXT_CHANGE } from './schema.ts';
import type { AppTable } from './app-table.ts';
import { commitBatchTable } from './commit-batch-table.ts';

/** The fields of a run that are known at its beginning. */
export type FirstRun = Omit<
  RunSummary,
  'id' | 'state' | 'now' | 'entries' | 'verdict' | 'logHash' | 'logHashVersion' | 'tags' | 'endedAt'
> & {
  /** The id of the process that writes the run, so that other processes can tell when it has ended. */
  readonly owner: string;
};

/** The fields that the end of a run sets. */
export type RunEnd = Pick<
  RunSummary,
  'state' | 'now' | 'verdict' | 'logHash' | 'logHashVersion' | 'notes' | 'endedAt'
>;

interface Row extends ListRow {
  readonly job_id: string | null;
  readonly settled: 1 | 0;
  readonly verdict: string | null;
  readonly remarks: string;
  readonly origin: string | null;
  readonly choices: string | null;
  readonly runtime: string | null;
  readonly job: string | null;
  readonly owner: string | null;
  readonly parts: string;
  readonly details_checksum: number;
}

/** A run of a sweep's job. */
export interface JobRun {
  readonly job: string;
  readonly run: RunId;
  /** False while the run is being written and judged, or if its process ended early. */
  readonly ended: boolean;
  readonly logHash: string | undefined;
}

/** The columns that lists do not read, in the order of their checksum. The owner does not affect results. */
const DETAIL_COLUMNS = [
  ...([
    'id',
    'job_id',
    'settled',
    'verdict',
    'remarks',
    'origin',
    'choices',
    'runtime',
    'job',
    'parts',
  ] as const),
] satisfies readonly (keyof Row)[];

const COLUMNS = [...new Set([...LIST_COLUMNS, ...DETAIL_COLUMNS]), 'owner', 'details_checksum', 'checksum'];

/** The columns of the job index, in the order of their checksum. */
const JOB_COLUMNS = ['id', 'job_id', 'settled', 'log_hash'] as const satisfies readonly (keyof Row)[];

type JobRow = readonly [id: number, job: string, settled: 1 | 0, logHash: string | null];

const jobRunOf = ([id, job, settled, logHash]: readonly [...JobRow, ...unknown[]]): JobRun => ({
  job: readTextColumn(job),
  run: runIdOf(id),
  ended: settled === 1,
  logHash: logHash ?? undefined,
});

/** The job index row of a sweep's run. */
const jobRowOf = ({ id, job_id, settled, log_hash }: Row): JobRow => [id, job_id!, settled, log_hash];

/** Checksums of the parts of a run in other tables. */
export interface RunParts {
  /** Checksums of lists and texts; missing if there are none. */
  readonly apps?: number;
  readonly hints?: number;
  readonly files?: number;
  readonly plan?: number;
  readonly extras?: number;
  readonly notes?: number | undefined;
  readonly noteCount?: number;
}

export type RunPart = Exclude<keyof RunParts, 'noteCount'>;

/** One row per run, with everything that lists show, and the parts of a run that lists do not show. */
export interface RunTable {
  /** Inserts the row of `run` and its apps. The run can be read after {@link seal}. */
  insert(run: FirstRun): { readonly id: RunId; readonly apps: number };
  /** Completes the row of a new run with the checksums of its parts. */
  seal(id: RunId, parts: RunParts): void;
  /** The newest `limit` runs, newest first; all of them if `limit` is −1. */
  list(limit: number): readonly RunSummary[];
  count(): number;
  /** The previous run of the same scenario. */
  previous(id: RunId): RunSummary | undefined;
  read(id: RunId): RunSummary | undefined;
  /** The path of the run's scenario; `undefined` when there is no such run. */
  sourceOf(id: RunId): string | undefined;
  /** The number of entries of the run with this key; 0 when there is no such run. */
  entries(key: number): number;
  /**
   * The damaged runs, which lists leave out, by key, with a sentence about each. First reads completely up to `most` of the runs
   * that changed since they were last read, or all of them if `most` is −1.
   */
  damaged(most?: number): ReadonlyMap<number, string>;
  /** The runs as rows of the run list. */
  readonly lines: RunLines;
  /** Stores the checksums of parts of a run. */
  setParts(id: RunId, parts: RunParts): void;
  /**
   * Compares the checksum of a part as read with its stored checksum.
   * @throws {DamageError} when they differ.
   */
  checkPart(id: RunId, part: RunPart, found: number | undefined): void;
  /** The newest run whose log has this hash. */
  withHash(logHash: string): RunId | undefined;
  /** Counts `added` entries, beginning at index `from`. Returns false if `from` is not the next index, or the run is gone. */
  grow(id: RunId, from: number | undefined, added: number, now: SimTime): boolean;
  mark(id: RunId, state: RunState): void;
  /** Ends the run, which then has no owner. */
  finish(id: RunId, end: RunEnd): void;
  /** Replaces the run's verdict. Returns false when there is no such run. */
  setVerdict(id: RunId, verdict: Verdict): boolean;
  /** Replaces the run's tags. Returns false when there is no such run. */
  setTags(id: RunId, tags: readonly string[]): boolean;
  /** Sets the agent that plays the run. Returns false when there is no such run. */
  setAgent(id: RunId, agent: OutsideAgent): boolean;
  remove(id: RunId): void;
  /** All runs of sweeps, with their jobs. */
  jobs(): readonly JobRun[];
  /** The runs that are being written, with the ids of the writing processes. */
  owned(): readonly { readonly id: RunId; readonly owner: string }[];
  /** Makes `run` the baseline of its scenario instead of the previous one. */
  setBaseline(run: RunId): void;
  clearBaseline(run: RunId): void;
  /** Writes the plan, given as JSON. Returns its checksum, as the next methods do. */
  writePlan(run: RunId, plan: string): number;
  plan(run: RunId): PlanOutline | undefined;
  /** The plan as JSON. */
  planText(run: RunId): string | undefined;
  writeHints(run: RunId, hints: readonly Hint[]): number;
  hints(run: RunId): readonly Hint[];
  writeExtras(run: RunId, extras: TraceExtras): number;
  extras(run: RunId): TraceExtras | undefined;
  /** Adds the next commit batch, which begins at entry `first`. */
  addCommitBatch(run: RunId, first: number, batch: CommitBatch): void;
  /** The commit batches of the entries from `from` up to but excluding `to`. */
  commitBatches(run: RunId, from: number, to: number): readonly CommitBatch[];
  /** Clears caches. Call it when a transaction begins, because other processes may have changed rows before. */
  forget(): void;
  /** Undoes cached writes. Call it when a transaction fails. */
  undo(): void;
}

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function runTable(db: Database, apps: AppTable, attempts: AttemptTable, crc32: Crc32): RunTable {
  const checksum = new RowChecksum(crc32);
  const rows = runRows(db, checksum, attempts);
  const insert = db.prepare(`
    INSERT INTO run (
      scenario, source, state, mode, seed, started_at, start, now, remarks, scenario_tags, origin, choices, runtime, job, owner,
      parts, details_checksum, checksum, agent, variant, failures, noise, parent, job_id
    )
    VALUES (
      @scenario, @source, 'running', @mode, @seed, @startedAt, @start, @start, @remarks, @scenarioTags, @origin, @choices, @runtime,
      @job, @owner, '{}', 0, 0, @agent, @variant, @failures, @noise, @parent, @jobId
    )`);
  const newest = db
    .prepare<[number], [id: number, changed: number]>('SELECT id, changed FROM run ORDER BY id DESC LIMIT ?')
    .raw();
  const count = db.prepare<[], number>('SELECT count(*) FROM run').pluck();
  const before = db.prepare<[number, string], Row>(
    selectRows('WHERE id < ? AND scenario = ? ORDER BY id DESC LIMIT 1'),
  );
  const withHash = db.prepare<[string], Row>(selectRows('WHERE log_hash = ? ORDER BY id DESC'));
  const owned = db.prepare<[], Row>(selectRows('WHERE owner IS NOT NULL'));
  const baselines = db.prepare<[string], Row>(selectRows('WHERE baseline AND scenario = ?'));
  const jobs = db
    .prepare<[number, number], [...JobRow, checksum: number]>(
      `SELECT ${JOB_COLUMNS.join()}, job_checksum FROM run WHERE job_id IS NOT NULL AND id > ? ORDER BY id LIMIT ?`,
    )
    .raw();
  const one = db.prepare<[number], Row>(selectRows('WHERE id = ?'));
  const remove = db.prepare<[number]>('DELETE FROM run WHERE id = ?');

  /** The runs of the last list, because a list that is read repeatedly rarely changes. */
  let listed = new Map<number, { readonly changed: number; readonly summary: RunSummary }>();

  const appsOf = (row: Row): RunSummary['apps'] => {
    const { listed, checksum: found } = apps.list(row.id);
    checkPart(row, 'apps', found);
    return listed;
  };
  const summaryOf = (row: Row): RunSummary => {
    const summary = summaryWith(appsOf(row), row);
    const model = row.mode === 'trace' ? attempts.read(summary.id)?.model : undefined;
    return model === undefined ? summary : { ...summary, model };
  };
  const checkPartOf = (id: RunId, part: RunPart, found: number | undefined): void => {
    const row = rows.read(runKeyOf(id));
    if (row !== undefined) checkPart(row, part, found);
  };

  return {
    insert: (run) => {
      const key = newKey(insert.run(firstColumns(run)).lastInsertRowid);
      return { id: runIdOf(key), apps: apps.insert(key, run.apps) };
    },
    seal: (id, parts) => {
      rows.seal(runKeyOf(id), JSON.stringify(parts));
    },
    list: (limit) => {
      const before = listed;
      listed = new Map();
      for (const [id, changed] of newest.all(limit)) {
        const known = before.get(id);
        const summary =
          known?.changed === changed ? known.summary : rows.unlessDamaged(one.get(id), summaryOf);
        if (summary !== undefined) listed.set(id, { changed, summary });
      }
      return [...listed.values()].map(({ summary }) => summary);
    },
    count: () => count.get()!,
    previous: (id) => {
      const row = rows.read(runKeyOf(id));
      if (row === undefined) return undefined;
      // One by one: a scenario may have thousands of runs, and the next one is rarely damaged.
      let earlier = before.get(row.id, row.scenario);
      while (earlier !== undefined) {
        const summary = rows.unlessDamaged(earlier, summaryOf);
        if (summary !== undefined) return summary;
        earlier = before.get(earlier.id, row.scenario);
      }
      return undefined;
    },
    read: (id) => {
      const row = rows.read(runKeyOf(id));
      return row && summaryOf(row);
    },
    sourceOf: (id) => {
      const row = rows.read(runKeyOf(id));
      return row && readTextColumn(row.source);
    },
    entries: (key) => rows.read(key)?.entries ?? 0,
    damaged: (most = -1) =>
      rows.damaged((row) => {
        appsOf(row);
        attempts.read(runIdOf(row.id));
      }, most),
    lines: rows.lines,
    setParts: (id, parts) => {
      rows.update(runKeyOf(id), (row) => ({
        parts: JSON.stringify({ ...(jsonOf(row.parts) as RunParts), ...parts }),
      }));
    },
    checkPart: checkPartOf,
    withHash: (logHash) => {
      for (const row of withHash.all(logHash)) {
        const summary = rows.unlessDamaged(row, summaryOf);
        if (summary !== undefined) return summary.id;
      }
      return undefined;
    },
    grow: (id, from, added, now) =>
      rows.update(runKeyOf(id), ({ entries }) =>
        from === undefined || from === entries ? { entries: entries + added, now } : undefined,
      ),
    mark: (id, state) => {
      rows.update(runKeyOf(id), () => ({ state }));
    },
    finish: (id, end) => {
      rows.update(runKeyOf(id), () => ({
        state: end.state,
        now: end.now,
        passed: passedColumn(end.verdict),
        verdict: end.verdict === undefined ? null : JSON.stringify(end.verdict),
        log_hash: end.logHash ?? null,
        log_hash_version: end.logHash === undefined ? null : (end.logHashVersion ?? LOG_HASH_VERSION),
        remarks: JSON.stringify(end.notes),
        ended_at: end.endedAt ?? null,
        owner: null,
      }));
    },
    setVerdict: (id, verdict) =>
      rows.update(runKeyOf(id), () => ({ passed: passedColumn(verdict), verdict: JSON.stringify(verdict) })),
    setAgent: (id, agent) =>
      rows.update(runKeyOf(id), ({ choices }) => ({
        choices: JSON.stringify({ ...(choices === null ? {} : (jsonOf(choices) as RunChoices)), agent }),
        agent: textColumn(agent.command),
      })),
    setTags: (id, tags) => rows.update(runKeyOf(id), () => ({ tags: JSON.stringify(tags) })),
    remove: (id) => {
      remove.run(runKeyOf(id));
      rows.remove(runKeyOf(id));
      apps.forget();
    },
    jobs: () => {
      const found: JobRun[] = [];
      for (
        let batch = jobs.all(0, ROWS_PER_BATCH);
        batch.length > 0;
        batch = jobs.all(batch.at(-1)![0], ROWS_PER_BATCH)
      )
        for (const row of batch) {
          const isSealed = checksum.of(row, JOB_COLUMNS.length) === row[JOB_COLUMNS.length];
          const job = isSealed ? row : rows.unlessDamaged(one.get(row[0]), jobRowOf);
          if (job !== undefined) found.push(jobRunOf(job));
        }
      return found;
    },
    owned: () =>
      owned
        .all()
        .flatMap(
          (row) => rows.unlessDamaged(row, ({ id, owner }) => ({ id: runIdOf(id), owner: owner! })) ?? [],
        ),
    setBaseline: (run) => {
      const row = rows.read(runKeyOf(run));
      if (row === undefined) return;
      for (const { id } of baselines.all(row.scenario)) rows.update(id, () => ({ baseline: null }));
      rows.update(row.id, () => ({ baseline: 1 }));
    },
    clearBaseline: (run) => {
      rows.update(runKeyOf(run), () => ({ baseline: null }));
    },
    forget: () => {
      rows.forget();
    },
    undo: () => {
      rows.forget();
      rows.lines.undo();
      listed.clear();
    },
    ...partTables(db, crc32, checkPartOf),
    ...commitBatchTable(db, checksum),
  };
}

const selectRows = (rest: string): string => `SELECT ${COLUMNS.join()} FROM run ${rest}`;

/** Compares the checksum of a part as read with its checksum in the row of its run. */
function checkPart(row: Row, part: RunPart, found: number | undefined): void {
  const written = (jsonOf(row.parts) as RunParts)[part];
  if (written !== found)
    throw new DamageError(`its ${part} do not match their checksum`, { place: `run r${row.id}` });
}

/** The columns of a new run, without those with the same initial value for all runs. */
const firstColumns = (run: FirstRun) => ({
  scenario: textColumn(run.scenario),
  source: textColumn(run.source),
  mode: run.mode,
  seed: run.seed,
  startedAt: run.startedAt,
  start: run.start,
  remarks: JSON.stringify(run.notes),
  scenarioTags: JSON.stringify(run.scenarioTags ?? []),
  origin: run.origin === undefined ? null : JSON.stringify(run.origin),
  choices: run.choices === undefined ? null : JSON.stringify(run.choices),
  runtime: run.runtime === undefined ? null : JSON.stringify(run.runtime),
  job: run.job === undefined ? null : JSON.stringify(run.job),
  owner: run.owner,
  ...choiceColumns(run),
});

/** The columns of a run's choices and origin that lists show. */
const choiceColumns = ({ mode, choices, origin, job }: FirstRun) => ({
  agent: textColumn(agentName(mode, choices, origin)),
  variant: choices?.variant === undefined ? null : textColumn(choices.variant),
  failures: choices?.augmentation?.toolFailures ?? 0,
  noise:
    choices?.augmentation?.noise === undefined ? 0 : (choices.augmentation.noise.perMinute ?? USUAL_NOISE),
  parent: origin?.parent ?? null,
  jobId: job === undefined ? null : textColumn(job.id),
});

/** The agent's last player: a command, a script's path, or a mode. */
function agentName(mode: FirstRun['mode'], choices: FirstRun['choices'], origin: FirstRun['origin']): string {
  const last = origin?.interventions.findLast(({ kind }) => kind === 'agent' || kind === 'mode');
  if (last?.kind === 'agent') return last.script;
  return choices?.script ?? choices?.agent?.command ?? (last?.kind === 'mode' ? last.mode : mode);
}

/** The columns derived from the `changed` columns of `next`. */
function derivedColumns(next: Row, changed: Partial<Row>): Partial<Row> {
  const derived: { -readonly [Column in keyof Row]?: Row[Column] } = {};
  if ('verdict' in changed) {
    const verdict = verdictOf(next.verdict);
    const shortfall =
      verdict?.shortfalls[0]?.message ?? (verdict?.outcome === 'passed' ? undefined : verdict?.sentence);
    derived.outcome = verdict?.outcome ?? null;
    derived.shortfall = shortfall === undefined ? null : textColumn(shortfall);
  }
  if ('remarks' in changed)
    derived.ending =
      readList<RunNote>(next.remarks).find((remark) => remark.kind === 'ending')?.cause ?? null;
  if ('parts' in changed) derived.note_count = (jsonOf(next.parts) as RunParts).noteCount ?? 0;
  if ('verdict' in changed || 'ended_at' in changed)
    derived.settled =
      next.ended_at !== null && !awaitsJudge({ state: next.state, verdict: verdictOf(next.verdict) }) ? 1 : 0;
  return derived;
}

const summaryWith = (apps: RunSummary['apps'], row: Row): RunSummary => ({
  id: runIdOf(row.id),
  scenario: readTextColumn(row.scenario),
  source: readTextColumn(row.source),
  state: row.state,
  mode: row.mode,
  seed: row.seed,
  startedAt: row.started_at,
  start: row.start,
  now: row.now,
  entries: row.entries,
  verdict: verdictOf(row.verdict),
  logHash: row.log_hash ?? undefined,
  ...(row.log_hash_version === null ? {} : { logHashVersion: row.log_hash_version }),
  apps,
  notes: readList<RunNote>(row.remarks),
  tags: readList<string>(row.tags),
  ...(row.scenario_tags === '[]' ? {} : { scenarioTags: readList<string>(row.scenario_tags) }),
  ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
  ...(row.origin === null ? {} : { origin: jsonOf(row.origin) as BranchOrigin }),
  ...(row.choices === null ? {} : { choices: jsonOf(row.choices) as RunChoices }),
  ...(row.runtime === null ? {} : { runtime: jsonOf(row.runtime) as Runtime }),
  ...(row.job === null ? {} : { job: jsonOf(row.job) as SweepJob }),
});

const verdictOf = (column: string | null): Verdict | undefined =>
  column === null ? undefined : (jsonOf(column) as Verdict);

const passedColumn = (verdict: Verdict | undefined): 1 | 0 | null => {
  if (verdict === undefined || verdict.outcome === 'not-judged') return null;
  return verdict.outcome === 'passed' ? 1 : 0;
};

/** The rows of runs. Each row is verified when it is read, and sealed again when it changes. */
interface RunRows {
  /**
   * Reads a row.
   * @throws {DamageError} when the row does not match its checksum.
   */
  read(key: number): Row | undefined;
  /** Writes the columns that `columns` returns. Returns false if it returns none, or there is no such run. */
  update(key: number, columns: (row: Row) => Partial<Row> | undefined): boolean;
  /** Completes the row of a new run. */
  seal(key: number, parts: string): void;
  /** The result of `read` for a row; `undefined` for a removed row and for a damaged one, which is recorded as damaged. */
  unlessDamaged<Answer>(row: Row | undefined, read: (row: Row) => Answer): Answer | undefined;
  /** See {@link RunTable.damaged}. `read` also reads parts of a run in other tables. */
  damaged(read: (row: Row) => unknown, most: number): ReadonlyMap<number, string>;
  readonly lines: RunLines;
  /** Forgets a removed run. */
  remove(key: number): void;
  /** Forgets the last written row. */
  forget(): void;
}

function runRows(db: Database, checksum: RowChecksum, attempts: AttemptTable): RunRows {
  const select = db.prepare<[number], Row>(selectRows('WHERE id = ?'));
  const changes = db
    .prepare<[number, number], [id: number, changed: number]>(
      'SELECT id, changed FROM run WHERE changed > ? ORDER BY changed LIMIT ?',
    )
    .raw();
  /** The prepared statements, by the columns that they write: a statement for all columns would touch all indexes. */
  const writes = new Map<string, ReturnType<typeof db.prepare>>();
  /** The damaged runs found so far. */
  const damaged = new Map<number, string>();
  /** The number of the latest change among the runs that were read completely to find damage. */
  let checkedChange = 0;
  /** The last written row. Within the same transaction, nobody else can change it. */
  let latest: Row | undefined;

  const listChecksumOf = (row: ListRow): number => checksum.of(LIST_COLUMNS.map((column) => row[column]));
  const detailsChecksumOf = (row: Row): number => checksum.of(DETAIL_COLUMNS.map((column) => row[column]));
  /** The new checksums of a row, of those of its parts that have a changed column. */
  const seals = (row: Row, hasChanged: (column: keyof Row) => boolean) => ({
    ...(LIST_COLUMNS.some(hasChanged) ? { checksum: listChecksumOf(row) } : {}),
    ...(DETAIL_COLUMNS.some(hasChanged) ? { details_checksum: detailsChecksumOf(row) } : {}),
    ...(row.job_id !== null && JOB_COLUMNS.some(hasChanged)
      ? { job_checksum: checksum.of(jobRowOf(row)) }
      : {}),
  });
  const checked = (row: Row): Row => {
    if (listChecksumOf(row) === row.checksum && detailsChecksumOf(row) === row.details_checksum) return row;
    throw new DamageError('its row in the table of runs does not match its checksum', {
      place: `run r${row.id}`,
    });
  };
  const read = (key: number): Row | undefined => {
    if (latest?.id === key && db.inTransaction) return latest;
    const row = select.get(key);
    return row && checked(row);
  };
  const writeOf = (columns: readonly string[]): ReturnType<typeof db.prepare> => {
    const list = columns.map((column) => `${column} = @${column}`).join();
    const write =
      writes.get(list) ?? db.prepare(`UPDATE run SET ${list}, changed = ${NEXT_CHANGE} WHERE id = @id`);
    writes.set(list, write);
    return write;
  };
  /** Writes the `changed` columns of `row` and the columns derived from them. Returns the number of written rows. */
  const write = (row: Row, changed: Partial<Row>, isNew = false): number => {
    const given = { ...changed, ...derivedColumns({ ...row, ...changed }, changed) };
    const next = { ...row, ...given };
    const written = { ...given, ...seals(next, (column) => isNew || column in given) };
    latest = { ...next, ...written };
    return writeOf(Object.keys(written)).run({ ...written, id: row.id }).changes;
  };
  const unlessDamaged = <Answer>(row: Row | undefined, reader: (row: Row) => Answer): Answer | undefined => {
    // Another process may have removed it meanwhile.
    if (row === undefined) return undefined;
    try {
      return reader(checked(row));
    } catch (thrown) {
      if (!(thrown instanceof DamageError)) throw thrown;
      damaged.set(
        row.id,
        `Run r${row.id} cannot be read: ${thrown.message}. Restore a copy of the database to have it again.`,
      );
      return undefined;
    }
  };

  return {
    read,
    update: (key, columns) => {
      const row = read(key);
      const changed = row && columns(row);
      return changed !== undefined && write(row!, changed) === 1;
    },
    seal: (key, parts) => {
      write(select.get(key)!, { parts }, true);
    },
    unlessDamaged,
    damaged: (reader, most) => {
      for (const [key, changed] of changes.all(checkedChange, most)) {
        checkedChange = changed;
        unlessDamaged(select.get(key), reader);
      }
      return damaged;
    },
    lines: new RunLines(db, checksum, attempts, damaged, (key) => {
      unlessDamaged(select.get(key), ({ id }) => attempts.read(runIdOf(id)));
    }),
    remove: (key) => {
      damaged.delete(key);
      latest = undefined;
    },
    forget: () => {
      latest = undefined;
    },
  };
}

/** The plans, hints and extras of runs. `checkPartOf` compares a checksum with the stored one. */
function partTables(
  db: Database,
  crc32: Crc32,
  checkPartOf: RunTable['checkPart'],
): Pick<RunTable, 'writePlan' | 'plan' | 'planText' | 'writeHints' | 'hints' | 'writeExtras' | 'extras'> {
  const insertPlan = db.prepare<[number, string]>('INSERT INTO plan VALUES (?, ?)');
  const plan = db.prepare<[number], string>('SELECT json FROM plan WHERE run = ?').pluck();
  const insertHint = db.prepare<[number, number, string, string, string]>(
    'INSERT INTO hint VALUES (?, ?, ?, ?, ?)',
  );
  const hints = db
    .prepare<[number], [event: string, kind: Hint['kind'], text: string]>(
      'SELECT event, kind, text FROM hint WHERE run = ? ORDER BY nth',
    )
    .raw();
  const insertExtras = db.prepare<[number, string]>('INSERT INTO trace_extras VALUES (?, ?)');
  const extras = db.prepare<[number], string>('SELECT json FROM trace_extras WHERE run = ?').pluck();

  /**
   * The `text` of a part of `run`, verified.
   * @throws {DamageError} when it does not match its checksum.
   */
  const checkedPart = (run: RunId, part: RunPart, text: string | undefined): string | undefined => {
    checkPartOf(run, part, text === undefined ? undefined : crc32(text));
    return text;
  };
  const parsed = <Answer>(text: string | undefined): Answer | undefined =>
    text === undefined ? undefined : (jsonOf(text) as Answer);
  const planText = (run: RunId): string | undefined => checkedPart(run, 'plan', plan.get(runKeyOf(run)));

  return {
    writePlan: (run, json) => {
      insertPlan.run(runKeyOf(run), json);
      return crc32(json);
    },
    plan: (run) => parsed<PlanOutline>(planText(run)),
    planText,
    writeHints: (run, given) => {
      const rows = given.map(({ event, kind, text }) => [textColumn(event), kind, textColumn(text)] as const);
      for (const [index, row] of rows.entries()) insertHint.run(runKeyOf(run), index, ...row);
      return crc32(JSON.stringify(rows));
    },
    hints: (run) => {
      const found = hints.all(runKeyOf(run));
      checkPartOf(run, 'hints', crc32(JSON.stringify(found)));
      return found.map(([event, kind, text]) => ({
        event: readTextColumn(event) as EventId,
        kind,
        text: readTextColumn(text),
      }));
    },
    writeExtras: (run, given) => {
      const json = JSON.stringify(given);
      insertExtras.run(runKeyOf(run), json);
      return crc32(json);
    },
    extras: (run) => parsed<TraceExtras>(checkedPart(run, 'extras', extras.get(runKeyOf(run)))),
  };
}
