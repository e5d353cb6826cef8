import {
  groupBy,
  type NewAttempt,
  type Original,
  type RunId,
  type RunSet,
  type Score,
  type StoredAttempt,
  type StoredSet,
} from '../model/index.ts';
import {
  type Compression,
  runKeyOf,
  readList,
  readObject,
  RowChecksum,
  runIdOf,
  textColumn,
  readTextColumn,
} from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, readAt, undamaged } from './errors.ts';

/** The attempts of imported runs, the sets they belong to, and the files they were read from. */
export interface AttemptTable {
  write(run: RunId, attempt: NewAttempt): void;
  read(run: RunId): StoredAttempt | undefined;
  /** The attempt of a run with its set and its file, as it was given to {@link write}. */
  whole(run: RunId): NewAttempt | undefined;
  /**
   * The attempts of the runs whose keys are from `first` to `last`, by run key. Damaged attempts are left out and `report` is
   * called with their keys.
   */
  between(first: number, last: number, report: (key: number) => void): ReadonlyMap<number, StoredAttempt>;
  original(run: RunId): Original | undefined;
  /** The sets, newest first. */
  sets(): readonly StoredSet[];
  /** The run whose recorded content has this hash; see {@link NewAttempt.content}. */
  withContent(content: string): RunId | undefined;
  /** The runs that were read from a file with this hash. */
  withOriginal(hash: string): readonly RunId[];
}

type AttemptRow = readonly [
  run: number,
  set: number | null,
  task: string,
  attempt: number,
  tool: string,
  model: string | null,
  agent: string | null,
  input: number | null,
  cached: number | null,
  output: number | null,
  reasoning: number | null,
  cost: number | null,
  duration: number | null,
  errors: number,
  content: string,
  original: number | null,
  expected: string | null,
];

type ScoreRow = readonly [
  run: number,
  nth: number,
  scorer: string,
  value: number | null,
  label: string,
  passed: 1 | 0 | null,
  answer: string | null,
  explanation: string | null,
];

type SetRow = readonly [
  key: string,
  name: string,
  tool: string,
  benchmark: string | null,
  model: string | null,
  created: number | null,
  tasks: string,
  scorers: string,
  details: string,
];

type OriginalRow = readonly [hash: string, label: string, length: number];

const ATTEMPT_COLUMNS =
  'run, run_set, task, attempt, tool, model, agent, input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost, duration, errors, content, original, expected';
const SCORE_COLUMNS = 'run, nth, scorer, value, label, passed, answer, explanation';
const SET_COLUMNS = 'key, name, tool, benchmark, model, created, tasks, scorers, details';

const places = (count: number): string => Array.from({ length: count }, () => '?').join();

/** Creates the table's interface and prepares its statements. The caller closes `db`. */
export function attemptTable(db: Database, packing: Compression): AttemptTable {
  const checksum = new RowChecksum(packing.crc32);
  const insert = db.prepare<[...AttemptRow, number]>(
    `INSERT INTO attempt (${ATTEMPT_COLUMNS}, checksum) VALUES (${places(18)})`,
  );
  const insertScore = db.prepare<[...ScoreRow, number]>(
    `INSERT INTO score (${SCORE_COLUMNS}, checksum) VALUES (${places(9)})`,
  );
  const attempts = db
    .prepare<[number, number], [...AttemptRow, checksum: number]>(
      `SELECT ${ATTEMPT_COLUMNS}, checksum FROM attempt WHERE run BETWEEN ? AND ?`,
    )
    .raw();
  const scores = db
    .prepare<[number, number], [...ScoreRow, checksum: number]>(
      `SELECT ${SCORE_COLUMNS}, checksum FROM score WHERE run BETWEEN ? AND ? ORDER BY run, nth`,
    )
    .raw();
  const nextAttempt = db
    .prepare<[number | null, string, string | null, string | null], number>(
      `SELECT 1 + coalesce(max(attempt), 0) FROM attempt
       WHERE run_set IS ? AND task = ? AND model IS ? AND agent IS ?`,
    )
    .pluck();
  const withContent = db
    .prepare<[string], number>('SELECT run FROM attempt WHERE content = ? ORDER BY run')
    .pluck();
  const withOriginal = db
    .prepare<[string], number>(
      'SELECT run FROM attempt JOIN original ON original.id = attempt.original WHERE hash = ? ORDER BY run',
    )
    .pluck();
  const sets = runSets(db, checksum);
  const originals = originalTable(db, packing, checksum);

  type Scored = readonly [...ScoreRow, checksum: number];
  const checked = (row: readonly [...AttemptRow, checksum: number], own: readonly Scored[]): StoredAttempt =>
    readAt(
      () => `run r${row[0]}, what it attempted`,
      () => {
        checksum.check(row, row.length - 1, row.at(-1));
        for (const score of own) checksum.check(score, score.length - 1, score.at(-1));
        return readAttempt(row, own.map(readScore), row[1] === null ? undefined : sets.namesOf(row[1]));
      },
    );
  const read = (run: RunId): readonly [readonly [...AttemptRow, number], StoredAttempt] | undefined => {
    const key = runKeyOf(run);
    const [row] = attempts.all(key, key);
    return row && [row, checked(row, scores.all(key, key))];
  };

  return {
    write: (run, attempt) => {
      const { set, original, task, tool, tokens, cost, duration, errors, content } = attempt;
      const [model, agent] = [optionalText(attempt.model), optionalText(attempt.agent)];
      const setId = set === undefined ? null : sets.write(set);
      const row: AttemptRow = [
        runKeyOf(run),
        setId,
        textColumn(task),
        attempt.attempt ?? nextAttempt.get(setId, textColumn(task), model, agent)!,
        textColumn(tool),
        model,
        agent,
        tokens.input ?? null,
        tokens.cached ?? null,
        tokens.output ?? null,
        tokens.reasoning ?? null,
        cost ?? null,
        duration ?? null,
        errors,
        content,
        original === undefined ? null : originals.write(original),
        optionalText(attempt.expected),
      ];
      insert.run(...row, checksum.of(row));
      for (const [index, score] of attempt.scores.entries()) {
        const scored = scoreRow(runKeyOf(run), index, score);
        insertScore.run(...scored, checksum.of(scored));
      }
    },
    read: (run) => read(run)?.[1],
    whole: (run) => {
      const found = read(run);
      if (found === undefined) return undefined;
      const [row, { set, setName: _setName, benchmark: _benchmark, ...attempt }] = found;
      return {
        ...attempt,
        content: row[14],
        set: set === undefined ? undefined : sets.read(set),
        original: row[15] === null ? undefined : originals.read(row[15]),
      };
    },
    between: (first, last, report) => {
      const rows = attempts.all(first, last);
      // Most databases have no scores to look for.
      const given = groupBy(rows.length === 0 ? [] : scores.all(first, last), ([run]) => run);
      const found = new Map<number, StoredAttempt>();
      for (const row of rows)
        try {
          found.set(row[0], checked(row, given.get(row[0]) ?? []));
        } catch (thrown) {
          if (!(thrown instanceof DamageError)) throw thrown;
          report(row[0]);
        }
      return found;
    },
    original: (run) => {
      const id = read(run)?.[0][15] ?? null;
      return id === null ? undefined : originals.read(id);
    },
    sets: () => sets.all(),
    withContent: (content) => {
      const run = withContent.get(content);
      return run === undefined ? undefined : runIdOf(run);
    },
    withOriginal: (hash) => withOriginal.all(hash).map(runIdOf),
  };
}

const optionalText = (text: string | undefined): string | null =>
  text === undefined ? null : textColumn(text);

const nullToUndefined = <Value>(column: Value | null): Value | undefined => column ?? undefined;

const optionalTextOf = (column: string | null): string | undefined =>
  column === null ? undefined : readTextColumn(column);

function readAttempt(
  row: readonly [...AttemptRow, ...unknown[]],
  scores: readonly Score[],
  names: Pick<RunSet, 'name' | 'benchmark'> | undefined,
): StoredAttempt {
  const [, set, task, attempt, tool, model, agent, input, cached, output, reasoning, ...others] = row;
  const [cost, duration, errors, , , expected] = others;
  return {
    set: nullToUndefined(set),
    setName: names?.name,
    benchmark: names?.benchmark,
    task: readTextColumn(task),
    attempt,
    tool: readTextColumn(tool),
    model: optionalTextOf(model),
    agent: optionalTextOf(agent),
    tokens: {
      ...(input === null ? {} : { input }),
      ...(cached === null ? {} : { cached }),
      ...(output === null ? {} : { output }),
      ...(reasoning === null ? {} : { reasoning }),
    },
    cost: nullToUndefined(cost),
    duration: nullToUndefined(duration),
    errors,
    scores,
    expected: optionalTextOf(expected),
  };
}

const scoreRow = (
  run: number,
  nth: number,
  { scorer, value, label, passed, answer, explanation }: Score,
): ScoreRow => [
  run,
  nth,
  textColumn(scorer),
  value ?? null,
  textColumn(label),
  passed === undefined ? null : passed ? 1 : 0,
  optionalText(answer),
  optionalText(explanation),
];

const readScore = ([, , scorer, value, label, passed, answer, explanation]: readonly [
  ...ScoreRow,
  ...unknown[],
]): Score => ({
  scorer: readTextColumn(scorer),
  value: nullToUndefined(value),
  label: readTextColumn(label),
  passed: passed === null ? undefined : passed === 1,
  answer: optionalTextOf(answer),
  explanation: optionalTextOf(explanation),
});

function runSets(db: Database, checksum: RowChecksum) {
  const find = db.prepare<[string], number>('SELECT id FROM run_set WHERE key = ?').pluck();
  const insert = db.prepare<[...SetRow, number]>(
    `INSERT INTO run_set (${SET_COLUMNS}, checksum) VALUES (${places(10)})`,
  );
  const update = db.prepare<[...SetRow, number, number]>(
    `UPDATE run_set SET (${SET_COLUMNS}, checksum) = (${places(10)}) WHERE id = ?`,
  );
  const one = db
    .prepare<[number], [...SetRow, checksum: number]>(
      `SELECT ${SET_COLUMNS}, checksum FROM run_set WHERE id = ?`,
    )
    .raw();
  const all = db
    .prepare<[], [id: number, runs: number]>(
      'SELECT id, (SELECT count(*) FROM attempt WHERE run_set = run_set.id) FROM run_set ORDER BY id DESC',
    )
    .raw();
  const names = db
    .prepare<[number], readonly [name: string, benchmark: string | null]>(
      'SELECT name, benchmark FROM run_set WHERE id = ?',
    )
    .raw();
  /** The last written set: a file gives the same set again with each run. */
  let last: RunSet | undefined;

  const read = (id: number): RunSet =>
    readAt(
      () => `set ${id}`,
      () => {
        const row = one.get(id);
        if (row === undefined) throw new DamageError('a row is missing');
        checksum.check(row, row.length - 1, row.at(-1));
        const [key, name, tool, benchmark, model, created, tasks, scorers, details] = row;
        return {
          key,
          name: readTextColumn(name),
          tool: readTextColumn(tool),
          benchmark: optionalTextOf(benchmark),
          model: optionalTextOf(model),
          created: nullToUndefined(created),
          tasks: readList<string>(tasks),
          scorers: readList<string>(scorers),
          details: readObject(details),
        };
      },
    );

  return {
    namesOf: (id: number): Pick<RunSet, 'name' | 'benchmark'> | undefined => {
      const found = names.get(id);
      return found && { name: readTextColumn(found[0]), benchmark: optionalTextOf(found[1]) };
    },
    read,
    all: (): readonly StoredSet[] => all.all().map(([id, runs]) => ({ ...read(id), id, runs })),
    /** Adds a set, or updates a known one. Returns its id. */
    write: (set: RunSet): number => {
      const id = find.get(set.key);
      if (id !== undefined && isSame(set, last)) return id;
      last = set;
      const known = id === undefined ? undefined : read(id);
      const row: SetRow = [
        set.key,
        textColumn(set.name),
        textColumn(set.tool),
        optionalText(set.benchmark),
        optionalText(set.model),
        set.created ?? null,
        JSON.stringify([...new Set([...(known?.tasks ?? []), ...set.tasks])]),
        JSON.stringify([...new Set([...(known?.scorers ?? []), ...set.scorers])]),
        JSON.stringify({ ...known?.details, ...set.details }),
      ];
      const sealed = [...row, checksum.of(row)] as const;
      if (id === undefined) return Number(insert.run(...sealed).lastInsertRowid);
      update.run(...sealed, id);
      return id;
    },
  };
}

/** Whether two sets hold the very same values, which are not looked into: a set may list many thousand tasks. */
const isSame = (one: RunSet, other: RunSet | undefined): boolean =>
  other !== undefined &&
  (Object.keys({ ...one, ...other }) as (keyof RunSet)[]).every((field) => one[field] === other[field]);

function originalTable(db: Database, packing: Compression, checksum: RowChecksum) {
  const find = db
    .prepare<[string], [id: number, isEmpty: 1 | 0]>(
      'SELECT id, length(bytes) IS NULL FROM original WHERE hash = ?',
    )
    .raw();
  const fill = db.prepare<[Uint8Array, number]>('UPDATE original SET bytes = ? WHERE id = ?');
  const insert = db.prepare<[...OriginalRow, Uint8Array | null, number]>(
    'INSERT INTO original (hash, label, length, bytes, checksum) VALUES (?, ?, ?, ?, ?)',
  );
  const select = db
    .prepare<[number], [...OriginalRow, checksum: number, bytes: Uint8Array | null]>(
      'SELECT hash, label, length, checksum, bytes FROM original WHERE id = ?',
    )
    .raw();

  return {
    /** Adds a file's bytes, unless they are stored already. Returns their id. */
    write: ({ hash, label, length, bytes }: Original): number => {
      const [known, isEmpty] = find.get(hash) ?? [];
      if (known !== undefined) {
        // A portable file names the bytes and does not have them.
        if (isEmpty === 1 && bytes !== undefined) fill.run(packing.pack(bytes), known);
        return known;
      }
      const row: OriginalRow = [hash, textColumn(label), length];
      const packed = bytes === undefined ? null : packing.pack(bytes);
      return Number(insert.run(...row, packed, checksum.of(row)).lastInsertRowid);
    },
    read: (id: number): Original =>
      readAt(
        () => `original ${id}`,
        () => {
          const row = select.get(id);
          if (row === undefined) throw new DamageError('a row is missing');
          checksum.check(row, 3, row[3]);
          const [hash, label, length, , packed] = row;
          return {
            hash,
            label: readTextColumn(label),
            length,
            bytes:
              packed === null
                ? undefined
                : undamaged('the bytes cannot be decompressed', () => packing.unpackBytes(packed, length)),
          };
        },
      ),
  };
}
