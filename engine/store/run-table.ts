import {
  type AppSummary,
  type EventId,
  type Hint,
  type BranchOrigin,
  type PlanOutline,
  type RunChoices,
  type TraceExtras,
  type RunId,
  type RunState,
  type RunSummary,
  type SimTime,
  type Verdict,
  wasCutShort,
  type CommitBatch,
} from '../model/index.ts';
import { jsonOf, keyOf, listOf, runOf, textColumn, textOf } from './columns.ts';
import type { Database } from './database.ts';

/** What is known of a run when it begins. */
export type FirstRun = Omit<
  RunSummary,
  'id' | 'state' | 'now' | 'entries' | 'verdict' | 'logHash' | 'tags' | 'endedAt'
> & {
  /** Names the process that writes the run, so that others can tell when it is gone. */
  readonly owner: string;
};

/** What a run came to. */
export type RunEnd = Pick<RunSummary, 'state' | 'now' | 'verdict' | 'logHash' | 'notes' | 'endedAt'>;

interface Row {
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
  readonly verdict: string | null;
  readonly log_hash: string | null;
  readonly remarks: string;
  readonly tags: string;
  readonly scenario_tags: string;
  readonly origin: string | null;
  readonly choices: string | null;
}

/** One row for each run, with all that lists show, and what belongs to a run but is not shown in lists. */
export interface RunTable {
  insert(run: FirstRun): RunId;
  /** The newest `most`, newest first. */
  list(most: number): readonly RunSummary[];
  count(): number;
  /** The one of the same scenario before it. */
  previous(id: RunId): RunSummary | undefined;
  read(id: RunId): RunSummary | undefined;
  /** The newest run whose log has this hash. */
  withHash(logHash: string): RunId | undefined;
  /** Counts `added` entries, the first of them at `from`. False when that is not the next, or the run is gone. */
  grow(id: RunId, from: number | undefined, added: number, now: SimTime): boolean;
  mark(id: RunId, state: RunState): void;
  /** Ends the run: nobody owns it any more. */
  finish(id: RunId, end: RunEnd): void;
  /** Replaces its tags. False when there is no such run. */
  tag(id: RunId, tags: readonly string[]): boolean;
  remove(id: RunId): void;
  /** Runs that a process says it is writing. */
  owned(): readonly { readonly id: RunId; readonly owner: string }[];
  /** Makes `run` the baseline of its scenario, in the place of the one before. */
  setBaseline(run: RunId): void;
  clearBaseline(run: RunId): void;
  writePlan(run: RunId, plan: PlanOutline): void;
  plan(run: RunId): PlanOutline | undefined;
  writeHints(run: RunId, hints: readonly Hint[]): void;
  hints(run: RunId): readonly Hint[];
  writeExtras(run: RunId, extras: TraceExtras): void;
  extras(run: RunId): TraceExtras | undefined;
  addCommitBatch(run: RunId, batch: CommitBatch): void;
  /** At most `limit` batches, from that of entry `from` on. */
  commitBatches(run: RunId, from: number, limit: number): readonly CommitBatch[];
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function runTable(db: Database, apps: AppTable): RunTable {
  const insert = db.prepare(`
    INSERT INTO run (
      scenario, source, state, mode, seed, started_at, start, now, remarks, scenario_tags, origin, choices, owner
    )
    VALUES (
      @scenario, @source, 'running', @mode, @seed, @startedAt, @start, @start, @remarks, @scenarioTags, @origin, @choices,
      @owner
    )`);
  const list = db.prepare<[number], Row>('SELECT * FROM run ORDER BY id DESC LIMIT ?');
  const count = db.prepare<[], number>('SELECT count(*) FROM run').pluck();
  const previous = db.prepare<[number, number], Row>(`
    SELECT * FROM run WHERE id < ? AND scenario = (SELECT scenario FROM run WHERE id = ?) ORDER BY id DESC LIMIT 1`);
  const select = db.prepare<[number], Row>('SELECT * FROM run WHERE id = ?');
  const withHash = db
    .prepare<[string], number>('SELECT id FROM run WHERE log_hash = ? ORDER BY id DESC LIMIT 1')
    .pluck();
  const grow = db.prepare(`
    UPDATE run SET entries = entries + @added, now = @now
    WHERE id = @id AND entries = coalesce(@from, entries)`);
  const mark = db.prepare('UPDATE run SET state = @state WHERE id = @id');
  const finish = db.prepare(`
    UPDATE run
    SET state = @state, now = @now, passed = @passed, verdict = @verdict, log_hash = @logHash, remarks = @remarks,
      ended_at = @endedAt, owner = NULL
    WHERE id = @id`);
  const tag = db.prepare<[string, number]>('UPDATE run SET tags = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM run WHERE id = ?');
  const owned = db.prepare<[], { id: number; owner: string }>(
    'SELECT id, owner FROM run WHERE owner IS NOT NULL',
  );
  const setBaseline = db.prepare<[number]>(
    'INSERT OR REPLACE INTO baseline SELECT scenario, id FROM run WHERE id = ?',
  );
  const clearBaseline = db.prepare<[number]>('DELETE FROM baseline WHERE run = ?');
  const insertPlan = db.prepare<[number, string]>('INSERT INTO plan VALUES (?, ?)');
  const plan = db.prepare<[number], string>('SELECT json FROM plan WHERE run = ?').pluck();
  const insertHint = db.prepare<[number, number, string, string, string]>(
    'INSERT INTO hint VALUES (?, ?, ?, ?, ?)',
  );
  const hints = db.prepare<[number], { event: string; kind: Hint['kind']; text: string }>(
    'SELECT event, kind, text FROM hint WHERE run = ? ORDER BY nth',
  );
  const insertExtras = db.prepare<[number, string]>('INSERT INTO trace_extras VALUES (?, ?)');
  const extras = db.prepare<[number], string>('SELECT json FROM trace_extras WHERE run = ?').pluck();
  const insertBatch = db.prepare<[number, number, number]>('INSERT INTO commit_batch VALUES (?, ?, ?)');
  const batches = db.prepare<[number, number, number], CommitBatch>(
    'SELECT last, elapsed FROM commit_batch WHERE run = ? AND last >= ? ORDER BY last LIMIT ?',
  );

  const summaryOf = (row: Row): RunSummary => ({
    id: runOf(row.id),
    scenario: textOf(row.scenario),
    source: textOf(row.source),
    state: row.state,
    mode: row.mode,
    seed: row.seed,
    startedAt: row.started_at,
    start: row.start,
    now: row.now,
    entries: row.entries,
    verdict: row.verdict === null ? undefined : (jsonOf(row.verdict) as Verdict),
    logHash: row.log_hash ?? undefined,
    apps: apps.list(row.id),
    notes: listOf<string>(row.remarks),
    tags: listOf<string>(row.tags),
    ...(row.scenario_tags === '[]' ? {} : { scenarioTags: listOf<string>(row.scenario_tags) }),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.origin === null ? {} : { origin: jsonOf(row.origin) as BranchOrigin }),
    ...(row.choices === null ? {} : { choices: jsonOf(row.choices) as RunChoices }),
  });
  const summary = (row: Row | undefined): RunSummary | undefined =>
    row === undefined ? undefined : summaryOf(row);

  return {
    insert: (run) => {
      const row = {
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
        owner: run.owner,
      };
      const key = Number(insert.run(row).lastInsertRowid);
      apps.insert(key, run.apps);
      return runOf(key);
    },
    list: (most) => list.all(most).map(summaryOf),
    count: () => count.get()!,
    previous: (id) => summary(previous.get(keyOf(id), keyOf(id))),
    read: (id) => summary(select.get(keyOf(id))),
    withHash: (logHash) => {
      const key = withHash.get(logHash);
      return key === undefined ? undefined : runOf(key);
    },
    grow: (id, from, added, now) => grow.run({ id: keyOf(id), from: from ?? null, added, now }).changes === 1,
    mark: (id, state) => void mark.run({ id: keyOf(id), state }),
    finish: (id, end) =>
      void finish.run({
        id: keyOf(id),
        state: end.state,
        now: end.now,
        // What a run had not reached when a person stopped it is no failure of its own.
        passed: end.verdict === undefined || wasCutShort(end) ? null : Number(end.verdict.passed),
        verdict: end.verdict === undefined ? null : JSON.stringify(end.verdict),
        logHash: end.logHash ?? null,
        remarks: JSON.stringify(end.notes),
        endedAt: end.endedAt ?? null,
      }),
    tag: (id, tags) => tag.run(JSON.stringify(tags), keyOf(id)).changes === 1,
    remove: (id) => {
      remove.run(keyOf(id));
      apps.forget();
    },
    owned: () => owned.all().map(({ id, owner }) => ({ id: runOf(id), owner })),
    setBaseline: (run) => void setBaseline.run(keyOf(run)),
    clearBaseline: (run) => void clearBaseline.run(keyOf(run)),
    writePlan: (run, outline) => void insertPlan.run(keyOf(run), JSON.stringify(outline)),
    plan: (run) => {
      const json = plan.get(keyOf(run));
      return json === undefined ? undefined : (jsonOf(json) as PlanOutline);
    },
    writeHints: (run, all) => {
      for (const [nth, { event, kind, text }] of all.entries())
        insertHint.run(keyOf(run), nth, textColumn(event), kind, textColumn(text));
    },
    hints: (run) =>
      hints.all(keyOf(run)).map(({ event, kind, text }) => ({
        event: textOf(event) as EventId,
        kind,
        text: textOf(text),
      })),
    writeExtras: (run, given) => void insertExtras.run(keyOf(run), JSON.stringify(given)),
    extras: (run) => {
      const json = extras.get(keyOf(run));
      return json === undefined ? undefined : (jsonOf(json) as TraceExtras);
    },
    addCommitBatch: (run, { last, elapsed }) => void insertBatch.run(keyOf(run), last, elapsed),
    commitBatches: (run, from, limit) => batches.all(keyOf(run), from, limit),
  };
}

/** The apps of runs. The log's changes and snapshots go by an app's key in this table. Runs go by their keys, too. */
export interface AppTable {
  /** Adds the apps that a new run lists. */
  insert(run: number, apps: readonly AppSummary[]): void;
  /** Those that the run lists, in its order. */
  list(run: number): readonly AppSummary[];
  /** The key of an app; `undefined` when neither the run nor its log names it. */
  keyOf(run: number, name: string): number | undefined;
  /** The same; an app that is not there yet is added, but not listed. */
  keyOfNew(run: number, name: string): number;
  /** The name of the app with this key. */
  nameOf(key: number): string | undefined;
  /** Trusts nothing that was read or written before: it may not be there. */
  forget(): void;
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function appTable(db: Database): AppTable {
  const insert = db.prepare<[number, string, string | null, number | null]>(
    'INSERT INTO app (run, name, class, known) VALUES (?, ?, ?, ?)',
  );
  const list = db.prepare<[number], { name: string; class: string; known: number }>(
    'SELECT name, class, known FROM app WHERE run = ? AND class IS NOT NULL ORDER BY id',
  );
  const key = db
    .prepare<[number, string], number>('SELECT id FROM app WHERE run = ? AND name = ? ORDER BY id LIMIT 1')
    .pluck();
  const name = db.prepare<[number], string>('SELECT name FROM app WHERE id = ?').pluck();
  /** Of the run that was asked for last, by name. */
  let keys = new Map<string, number>();
  let keysOf: number | undefined;

  const find = (run: number, app: string): number | undefined => {
    if (run !== keysOf) {
      keys = new Map();
      keysOf = run;
    }
    const known = keys.get(app);
    if (known !== undefined) return known;
    const found = key.get(run, textColumn(app));
    if (found !== undefined) keys.set(app, found);
    return found;
  };

  return {
    insert: (run, apps) => {
      for (const app of apps) insert.run(run, textColumn(app.name), textColumn(app.class), Number(app.known));
    },
    list: (run) =>
      list.all(run).map((app) => ({
        name: textOf(app.name) as AppSummary['name'],
        class: textOf(app.class),
        known: app.known === 1,
      })),
    keyOf: find,
    keyOfNew: (run, app) =>
      find(run, app) ?? Number(insert.run(run, textColumn(app), null, null).lastInsertRowid),
    nameOf: (app) => {
      const found = name.get(app);
      return found === undefined ? undefined : textOf(found);
    },
    forget: () => {
      keysOf = undefined;
    },
  };
}
