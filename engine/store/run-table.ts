import {
  type AppSummary,
  type BranchOrigin,
  type RunChoices,
  runId,
  type RunId,
  type RunState,
  type RunSummary,
  type SimTime,
  type Verdict,
} from '../model/index.ts';
import type { Database } from './database.ts';
import { jsonIn } from './json-in.ts';

export const RUN_SCHEMA = `
  CREATE TABLE run (
    id         INTEGER PRIMARY KEY AUTOINCREMENT, -- RunId without its r; never given twice
    scenario   TEXT    NOT NULL,
    path       TEXT    NOT NULL,                  -- RunSummary.source
    text       INTEGER REFERENCES source (id),
    state      TEXT    NOT NULL,
    mode       TEXT    NOT NULL,
    seed       INTEGER NOT NULL,
    started_at INTEGER NOT NULL,                  -- wall clock, milliseconds since the Unix epoch
    start      INTEGER NOT NULL,                  -- simulated microseconds
    now        INTEGER NOT NULL,                  -- simulated microseconds
    entries    INTEGER NOT NULL DEFAULT 0,        -- rows in the log
    verdict    TEXT,                              -- JSON
    log_hash   TEXT,
    apps       TEXT    NOT NULL,                  -- JSON
    notes      TEXT    NOT NULL,                  -- JSON
    owner      TEXT                               -- the process that writes it, while one does
  ) STRICT;
  CREATE INDEX run_text ON run (text);
  CREATE INDEX run_owner ON run (owner) WHERE owner IS NOT NULL`;

/** Where a branch comes from; JSON. */
export const ORIGIN_SCHEMA = 'ALTER TABLE run ADD COLUMN origin TEXT';

/** What people mark runs with; JSON. */
export const TAGS_SCHEMA = `ALTER TABLE run ADD COLUMN tags TEXT NOT NULL DEFAULT '[]'`;

/** When a run came to its end: wall clock, milliseconds since the Unix epoch. */
export const END_SCHEMA = 'ALTER TABLE run ADD COLUMN ended_at INTEGER';

/** What a run was asked for; JSON. */
export const CHOICES_SCHEMA = 'ALTER TABLE run ADD COLUMN choices TEXT';

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
  readonly path: string;
  readonly state: RunState;
  readonly mode: RunSummary['mode'];
  readonly seed: number;
  readonly started_at: number;
  readonly start: SimTime;
  readonly now: SimTime;
  readonly entries: number;
  readonly verdict: string | null;
  readonly log_hash: string | null;
  readonly apps: string;
  readonly notes: string;
  readonly origin: string | null;
  readonly tags: string;
  readonly ended_at: number | null;
  readonly choices: string | null;
}

/** One row for each run, with all that lists show, so that listing never touches a log. */
export interface RunTable {
  insert(run: FirstRun, text: number | undefined): RunId;
  /** The newest `most`, newest first. */
  list(most: number): readonly RunSummary[];
  count(): number;
  /** The one of the same scenario before it. */
  before(id: RunId): RunSummary | undefined;
  read(id: RunId): RunSummary | undefined;
  /** The id of its scenario's text. */
  textOf(id: RunId): number | undefined;
  /** Counts `added` entries, the first of them at `from`. False when that is not the next, or the run is gone. */
  grow(id: RunId, from: number | undefined, added: number, now: SimTime): boolean;
  mark(id: RunId, state: RunState): void;
  /** Ends the run: nobody owns it any more. */
  finish(id: RunId, end: RunEnd): void;
  /** Marks it with `tags` and no others. False when there is no such run. */
  tag(id: RunId, tags: readonly string[]): boolean;
  remove(id: RunId): void;
  /** Runs that a process says it is writing. */
  owned(): readonly { readonly id: RunId; readonly owner: string }[];
}

/** Prepares its statements once. The caller owns `db` and closes it. */
export function runTable(db: Database): RunTable {
  const insert = db.prepare(`
    INSERT INTO run (scenario, path, text, state, mode, seed, started_at, start, now, apps, notes, owner, origin, choices)
    VALUES (@scenario, @source, @text, 'running', @mode, @seed, @startedAt, @start, @start, @apps, @notes, @owner,
            @origin, @choices)`);
  const list = db.prepare<[number], Row>('SELECT * FROM run ORDER BY id DESC LIMIT ?');
  const count = db.prepare<[], number>('SELECT count(*) FROM run').pluck();
  const before = db.prepare<[number, number], Row>(`
    SELECT * FROM run WHERE id < ? AND scenario = (SELECT scenario FROM run WHERE id = ?) ORDER BY id DESC LIMIT 1`);
  const select = db.prepare<[number], Row>('SELECT * FROM run WHERE id = ?');
  const text = db.prepare<[number], number | null>('SELECT text FROM run WHERE id = ?').pluck();
  const grow = db.prepare(`
    UPDATE run SET entries = entries + @added, now = @now
    WHERE id = @id AND entries = coalesce(@from, entries)`);
  const mark = db.prepare('UPDATE run SET state = @state WHERE id = @id');
  const finish = db.prepare(`
    UPDATE run
    SET state = @state, now = @now, verdict = @verdict, log_hash = @logHash, notes = @notes, ended_at = @endedAt,
      owner = NULL
    WHERE id = @id`);
  const tag = db.prepare<[string, number]>('UPDATE run SET tags = ? WHERE id = ?');
  const remove = db.prepare<[number]>('DELETE FROM run WHERE id = ?');
  const owned = db.prepare<[], { id: number; owner: string }>(
    'SELECT id, owner FROM run WHERE owner IS NOT NULL',
  );

  return {
    insert: (run, textId) => {
      const row = {
        ...run,
        apps: JSON.stringify(run.apps),
        notes: JSON.stringify(run.notes),
        origin: run.origin === undefined ? null : JSON.stringify(run.origin),
        choices: run.choices === undefined ? null : JSON.stringify(run.choices),
      };
      return idOf(Number(insert.run({ ...row, text: textId ?? null }).lastInsertRowid));
    },
    list: (most) => list.all(most).map(summaryOf),
    count: () => count.get()!,
    before: (id) => {
      const row = before.get(numberOf(id), numberOf(id));
      return row === undefined ? undefined : summaryOf(row);
    },
    read: (id) => {
      const row = select.get(numberOf(id));
      return row === undefined ? undefined : summaryOf(row);
    },
    textOf: (id) => text.get(numberOf(id)) ?? undefined,
    grow: (id, from, added, now) =>
      grow.run({ id: numberOf(id), from: from ?? null, added, now }).changes === 1,
    mark: (id, state) => void mark.run({ id: numberOf(id), state }),
    finish: (id, { verdict, logHash, notes, endedAt, ...end }) =>
      void finish.run({
        ...end,
        id: numberOf(id),
        verdict: verdict === undefined ? null : JSON.stringify(verdict),
        logHash: logHash ?? null,
        endedAt: endedAt ?? null,
        notes: JSON.stringify(notes),
      }),
    tag: (id, tags) => tag.run(JSON.stringify(tags), numberOf(id)).changes === 1,
    remove: (id) => void remove.run(numberOf(id)),
    owned: () => owned.all().map(({ id, owner }) => ({ id: idOf(id), owner })),
  };
}

function summaryOf(row: Row): RunSummary {
  return {
    id: idOf(row.id),
    scenario: row.scenario,
    source: row.path,
    state: row.state,
    mode: row.mode,
    seed: row.seed,
    startedAt: row.started_at,
    start: row.start,
    now: row.now,
    entries: row.entries,
    verdict: row.verdict === null ? undefined : (jsonIn(row.verdict) as Verdict),
    logHash: row.log_hash ?? undefined,
    apps: jsonIn(row.apps) as AppSummary[],
    notes: jsonIn(row.notes) as string[],
    tags: jsonIn(row.tags) as string[],
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    ...(row.origin === null ? {} : { origin: jsonIn(row.origin) as BranchOrigin }),
    ...(row.choices === null ? {} : { choices: jsonIn(row.choices) as RunChoices }),
  };
}

/** The run whose key is `id`. */
export const idOf = (id: number): RunId => runId(`r${id}`);

/** The key of `run` in every table; NaN, which no row has, when it is none of ours. */
export const numberOf = (run: RunId): number => (/^r\d+$/.test(run) ? Number(run.slice(1)) : NaN);
