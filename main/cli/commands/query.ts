import { type Command, Option } from 'commander';
import {
  type Cell,
  cellText,
  csvLines,
  withLineBreaks,
  objectLines,
  openToQuery,
  type QueryableDatabase,
  type QueryResult,
} from '../../host/database/index.ts';
import { ProblemError, inChunks } from '../../host/system/index.ts';
import { existingFile } from '../files.ts';
import { addRaw, formulasFor } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { oneLine, printData, printNote, visible } from '../print.ts';
import type { CommandContext } from '../program.ts';

interface QueryOptions {
  readonly db: string;
  readonly json?: true;
  readonly csv?: true;
  readonly raw?: true;
}

/**
 * Adds `query <sql>`, which runs an SQL query on the runs of a database. It fails when the database is damaged, because the
 * result may be wrong.
 */
export function addQueryCommand(program: Command, { ended }: CommandContext): void {
  program
    .command('query')
    .description('run an SQL query on all runs of a database; docs/database.md describes its views')
    .argument('<sql>', 'one SELECT statement of SQLite')
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print a JSON list of objects')
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
    .addOption(addRaw())
    .action(async (sql: string, options: QueryOptions) => {
      ended(await printAnswer(sql, options));
    });
}

async function printAnswer(sql: string, { db, json, csv, raw }: QueryOptions): Promise<boolean> {
  using database = databaseToQuery(db);
  for (const sentence of database.damage) printNote(sentence);
  const linesIn = (answer: QueryResult): Iterable<string> =>
    json ? jsonLines(answer) : csv ? csvLines(answer, formulasFor(raw)) : tableLines(answer);
  try {
    for (const chunk of inChunks(withLineBreaks(linesIn(database.query(sql)))))
      await printData(chunk.slice(0, -1));
  } catch (thrown) {
    // Also while rows are read: some queries fail on the data of a row.
    if (thrown instanceof ProblemError && thrown.code === 'bad-query') throw new UsageError(thrown.message);
    throw thrown;
  }
  return database.damage.length === 0;
}

/** Opens the existing database `file` for queries. */
function databaseToQuery(file: string): QueryableDatabase {
  const database = openToQuery(existingFile(file, 'the database file of earlier runs'));
  if (database.copied) printNote(`${file} must not be written: its runs are looked at as they are now`);
  return database;
}

/** Rows that determine the column widths. The rest are printed as they arrive. */
const MEASURED_ROWS = 200;

/** Wider cells do not widen their column. */
const WIDEST = 60; // characters

function* tableLines({ columns, rows }: QueryResult): Generator<string> {
  const measured: (readonly Cell[])[] = [];
  let widths: readonly number[] | undefined;
  let right: readonly boolean[] = [];
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, index) => (right[index] ? text.padStart(widths![index]!) : text.padEnd(widths![index]!)))
      .join('  ')
      .trimEnd();
  function* begin(): Generator<string> {
    const names = columns.map(oneLine);
    widths = names.map((name, index) =>
      Math.max(name.length, ...measured.map((row) => Math.min(shownCell(row[index]!).length, WIDEST))),
    );
    right = names.map((_, index) => measured.every((row) => typeof row[index] !== 'string'));
    yield line(names);
    yield line(widths.map((width) => '-'.repeat(width)));
    for (const row of measured) yield line(row.map(shownCell));
  }
  for (const row of rows) {
    if (widths !== undefined) yield line(row.map(shownCell));
    else if (measured.push(row) === MEASURED_ROWS) yield* begin();
  }
  if (widths === undefined) yield* begin();
}

const shownCell = (cell: Cell): string => visible(oneLine(cellText(cell)));

function* jsonLines(result: QueryResult): Generator<string> {
  yield '[';
  let before: string | undefined;
  for (const object of objectLines(result)) {
    if (before !== undefined) yield `${before},`;
    before = visible(object);
  }
  if (before !== undefined) yield before;
  yield ']';
}
