import {
  type EndingCause,
  getOwn,
  type RunLine,
  type RunState,
  type RunSummary,
  type RunTerm,
  type RunTest,
  type SimTime,
  type VerdictOutcome,
} from '../model/index.ts';
import { listOf, runOf, textOf } from './column-values.ts';
import type { Database } from './database.ts';
import type { RunTable } from './run-table.ts';
import { SHORTFALL } from './schema.ts';
import { phraseOf } from './entry-search.ts';

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
  readonly scenarioTags: string;
  readonly outcome: VerdictOutcome | null;
  readonly shortfall: string | null;
  readonly parent: RunLine['parent'] | null;
  readonly notes: number;
  readonly baseline: 0 | 1;
  readonly regression: 0 | 1 | null;
  readonly ending: EndingCause | null;
  readonly agent: string;
  readonly variant: string | null;
  readonly failures: number;
  readonly noise: number;
  readonly log: string | null;
}

/** The last player of the agent in a branch: a script, or a mode. */
const LAST_AGENT = `SELECT value ->> '$FIELD' FROM json_each(origin, '$.interventions')
  WHERE value ->> '$.kind' IN ('agent', 'mode') ORDER BY key DESC LIMIT 1`;

/** One row for each run, with the columns that terms refer to. */
const LINES = `
  SELECT *, passed = 0 AND (
    SELECT run.passed FROM run WHERE run.baseline AND run.scenario = line.scenario
  ) = 1 AS regression
  FROM (
    SELECT id, scenario, source, state, mode, seed, started_at AS startedAt, ended_at AS endedAt, start, now,
      entries AS events, tags, scenario_tags AS scenarioTags, passed, verdict ->> '$.outcome' AS outcome, ${SHORTFALL} AS shortfall,
      origin ->> '$.parent' AS parent, coalesce(parts ->> '$.noteCount', 0) AS notes, coalesce(baseline, 0) AS baseline,
      iif(remarks = '[]', NULL, (
        SELECT value ->> '$.cause' FROM json_each(remarks) WHERE value ->> '$.kind' = 'ending' LIMIT 1
      )) AS ending,
      coalesce(
        iif(origin IS NULL, NULL, (${LAST_AGENT.replace('$FIELD', '$.script')})),
        choices ->> '$.script', choices ->> '$.agent.command',
        iif(origin IS NULL, NULL, (${LAST_AGENT.replace('$FIELD', '$.mode')})),
        mode
      ) AS agent,
      choices ->> '$.variant' AS variant,
      coalesce(choices ->> '$.augmentation.toolFailures', 0) AS failures,
      iif(choices -> '$.augmentation.noise' IS NULL, 0, coalesce(choices ->> '$.augmentation.noise.perMinute', 10)) AS noise,
      substr(log_hash, 1, 16) AS log
    FROM run
  ) AS line`;

/** The undamaged runs that meet all `terms`, newest first: all of them, or the newest `limit`. */
export function findRuns(
  db: Database,
  runs: Pick<RunTable, 'damaged'>,
  terms: readonly RunTerm[],
  limit = -1,
): readonly RunLine[] {
  const conditions = [...terms.map(conditionOf), noneOf([...runs.damaged().keys()])];
  const where = ['1', ...conditions.map(({ sql }) => sql)].join(' AND ');
  return db
    .prepare<(string | number)[], Row>(`SELECT * FROM (${LINES}) WHERE ${where} ORDER BY id DESC LIMIT ?`)
    .all(...conditions.flatMap(({ parameters }) => parameters), limit)
    .map(lineOf);
}

// Field by field, because leaving out some fields of ten thousand rows costs more than reading them.
const lineOf = (row: Row): RunLine => ({
  id: runOf(row.id),
  scenario: textOf(row.scenario),
  source: textOf(row.source),
  state: row.state,
  mode: row.mode,
  seed: row.seed,
  startedAt: row.startedAt,
  endedAt: row.endedAt ?? undefined,
  start: row.start,
  now: row.now,
  entries: row.events,
  tags: row.tags === '[]' ? [] : listOf<string>(row.tags),
  scenarioTags: row.scenarioTags === '[]' ? [] : listOf<string>(row.scenarioTags),
  outcome: row.outcome ?? undefined,
  shortfall: row.shortfall ?? undefined,
  parent: row.parent ?? undefined,
  notes: row.notes,
  baseline: row.baseline === 1,
  regression: row.regression === 1,
  ending: row.ending ?? undefined,
  agent: row.agent,
  variant: row.variant ?? undefined,
  failures: row.failures,
  noise: row.noise,
  log: row.log ?? undefined,
});

interface Condition {
  readonly sql: string;
  readonly parameters: readonly (string | number)[];
}

/** The SQL expression for each word of a query. */
const WORD_COLUMNS = {
  id: `'r' || id`,
  scenario: 'scenario',
  file: 'source',
  verdict: `CASE passed WHEN 1 THEN 'passed' WHEN 0 THEN 'failed' ELSE 'not-judged' END`,
  state: 'state',
  mode: 'mode',
  agent: 'agent',
  variant: 'variant',
} as const;

const FLAGS: Readonly<Record<string, string>> = {
  baseline: 'baseline',
  branch: 'parent IS NOT NULL',
  regression: 'regression IS 1',
  crashed: `ending IN ('agent', 'agent-answer')`,
  'timed-out': `ending IS 'agent-timeout'`,
};

const NUMBERS = { seed: 'seed', events: 'events', failures: 'failures', noise: 'noise' } as const;

/** `term` as an SQL condition on a row of the library. */
function conditionOf({ test, not }: RunTerm): Condition {
  const { sql, parameters } = ofTest(test);
  return { sql: `${not ? 'NOT ' : ''}(${sql})`, parameters };
}

function ofTest(test: RunTest): Condition {
  switch (test.kind) {
    case 'number':
      return { sql: `${NUMBERS[test.key]} ${test.is} ?`, parameters: [test.value] };
    case 'note':
      return ofNote(test.text);
    case 'text':
      return {
        sql: `concat_ws(char(10), 'r' || id, scenario, source, agent, variant, tags, scenarioTags, shortfall) LIKE ? ESCAPE '\\'`,
        parameters: [`%${escaped(test.text)}%`],
      };
    case 'word':
      return anyOf(test.values.map((value) => ofWord(test.key, value, test.within)));
  }
}

function ofWord(key: (RunTest & { kind: 'word' })['key'], value: string, within: boolean): Condition {
  if (key === 'is') return { sql: getOwn(FLAGS, value.toLowerCase()) ?? '0', parameters: [] };
  // People search for a part of a command or a path.
  const pattern =
    within || key === 'agent'
      ? `%${escaped(value).replaceAll('*', '%')}%`
      : escaped(value).replaceAll('*', '%');
  if (key !== 'tag') return { sql: `${WORD_COLUMNS[key]} LIKE ? ESCAPE '\\'`, parameters: [pattern] };
  return {
    sql: ['tags', 'scenarioTags']
      .map((tags) => `EXISTS (SELECT 1 FROM json_each(${tags}) WHERE value LIKE ? ESCAPE '\\')`)
      .join(' OR '),
    parameters: [pattern, pattern],
  };
}

function ofNote(text: string): Condition {
  const phrase = phraseOf(text);
  // A text without words matches every note.
  if (phrase === undefined) return { sql: 'notes > 0', parameters: [] };
  return {
    sql: 'id IN (SELECT run FROM note WHERE id IN (SELECT rowid FROM note_text WHERE note_text MATCH ?))',
    parameters: [phrase],
  };
}

const noneOf = (runs: readonly number[]): Condition => ({
  // One parameter, because SQLite takes only some thousand.
  sql: 'id NOT IN (SELECT value FROM json_each(?))',
  parameters: [JSON.stringify(runs)],
});

const anyOf = (conditions: readonly Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' OR ') || '0',
  parameters: conditions.flatMap(({ parameters }) => parameters),
});

/** `text` with its special characters escaped for an SQL pattern. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
