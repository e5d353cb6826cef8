import {
  type RunLine,
  type RunState,
  type RunSummary,
  type RunTerm,
  type SimTime,
  STOPPED_BY_HAND,
} from '../model/index.ts';
import type { Database } from './database.ts';
import { jsonIn } from './json-in.ts';
import { idOf } from './run-table.ts';
import { conditionOf } from './run-terms.ts';

interface Row {
  readonly id: number;
  readonly scenario: string;
  readonly source: string;
  readonly state: RunState;
  readonly mode: RunSummary['mode'];
  readonly seed: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly start: SimTime;
  readonly now: SimTime;
  readonly events: number;
  readonly tags: string;
  readonly passed: 0 | 1 | null;
  readonly shortfall: string | null;
  readonly parent: RunLine['parent'] | null;
  readonly notes: number;
  readonly baseline: 0 | 1;
  readonly regression: 0 | 1 | null;
}

/** Of a run that a person cut short no verdict is told: it would count as failed where it was not let pass. */
const PASSED = `
  CASE WHEN verdict ->> '$.passed' = 0 AND state = 'stopped'
    AND EXISTS (SELECT 1 FROM json_each(run.notes) WHERE value LIKE '${STOPPED_BY_HAND}%')
  THEN NULL ELSE verdict ->> '$.passed' END`;

/** One line for each run, by the names that terms ask for. */
const LINES = `
  SELECT *, passed = 0 AND (
    SELECT verdict ->> '$.passed' FROM baseline JOIN run ON run.id = baseline.run WHERE baseline.scenario = line.scenario
  ) = 1 AS regression
  FROM (
    SELECT id, scenario, path AS source, state, mode, seed, started_at AS startedAt, ended_at AS endedAt, start, now,
      entries AS events, tags, ${PASSED} AS passed, verdict ->> '$.shortfalls[0].message' AS shortfall,
      origin ->> '$.parent' AS parent, (SELECT count(*) FROM note WHERE note.run = run.id) AS notes,
      EXISTS (SELECT 1 FROM baseline WHERE baseline.run = run.id) AS baseline
    FROM run
  ) AS line`;

/** The runs that meet all of `terms`, newest first: all of them, or the newest `most`. */
export function findRuns(db: Database, terms: readonly RunTerm[], most = -1): readonly RunLine[] {
  const conditions = terms.map(conditionOf);
  const where = ['1', ...conditions.map(({ sql }) => sql)].join(' AND ');
  return db
    .prepare<(string | number)[], Row>(`SELECT * FROM (${LINES}) WHERE ${where} ORDER BY id DESC LIMIT ?`)
    .all(...conditions.flatMap(({ parameters }) => parameters), most)
    .map(lineOf);
}

// Field by field, for leaving some out of ten thousand rows costs more than reading them.
const lineOf = (row: Row): RunLine => ({
  id: idOf(row.id),
  scenario: row.scenario,
  source: row.source,
  state: row.state,
  mode: row.mode,
  seed: row.seed,
  startedAt: row.startedAt,
  endedAt: row.endedAt ?? undefined,
  start: row.start,
  now: row.now,
  entries: row.events,
  tags: row.tags === '[]' ? [] : (jsonIn(row.tags) as string[]),
  passed: row.passed === null ? undefined : row.passed === 1,
  shortfall: row.shortfall ?? undefined,
  parent: row.parent ?? undefined,
  notes: row.notes,
  baseline: row.baseline === 1,
  regression: row.regression === 1,
});
