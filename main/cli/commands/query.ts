import { type Command, Option } from 'commander';
import { type CsvFormulas, csvLine } from '../../../engine/model/index.ts';
import {
  type Cell,
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
export function addQuery(program: Command, { ended }: CommandContext): void {
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
    for (const chunk of inChunks(linesOf(linesIn(database.query(sql))))) await printData(chunk.slice(0, -1));
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

/** Adds line breaks. */
export function* linesOf(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}

/** Rows that determine the column widths. The rest are printed as they arrive. */
const MEASURED = 200;

/** Wider cells do not widen their column. */
const WIDEST = 60; // characters

function* tableLines({ columns, rows }: QueryResult): Generator<string> {
  const measured: (readonly Cell[])[] = [];
  let widths: readonly number[] | undefined;
  let right: readonly boolean[] = [];
  const line = (texts: readonly string[]): string =>
    texts
      .map((text, nth) => (right[nth] ? text.padStart(widths![nth]!) : text.padEnd(widths![nth]!)))
      .join('  ')
      .trimEnd();
  function* begin(): Generator<string> {
    const names = columns.map(oneLine);
    widths = names.map((name, nth) =>
      Math.max(name.length, ...measured.map((row) => Math.min(cellText(row[nth]!).length, WIDEST))),
    );
    right = names.map((_, nth) => measured.every((row) => typeof row[nth] !== 'string'));
    yield line(names);
    yield line(widths.map((width) => '-'.repeat(width)));
    for (const row of measured) yield line(row.map(cellText));
  }
  for (const row of rows) {
    if (widths !== undefined) yield line(row.map(cellText));
    else if (measured.push(row) === MEASURED) yield* begin();
  }
  if (widths === undefined) yield* begin();
}

const cellText = (cell: Cell): string => visible(oneLine(textOf(cell)));

/** Rows as CSV, with column names in the first line. NULL is an empty field. */
export function* csvLines({ columns, rows }: QueryResult, formulas: CsvFormulas): Generator<string> {
  yield csvLine(columns, formulas);
  // Readers skip empty lines, so a row whose only field is empty is written with quotes.
  for (const row of rows) yield csvLine(row.map(textOf), formulas) || '""';
}

function* jsonLines(result: QueryResult): Generator<string> {
  yield '[';
  let before: string | undefined;
  for (const object of objectLines(result)) {
    if (before !== undefined) yield `${before},`;
    before = object;
  }
  if (before !== undefined) yield before;
  yield ']';
}

/** Each row as a JSON object. Texts in the columns `json` are JSON and are inserted as values. */
export function* objectLines(
  { columns, rows }: QueryResult,
  json: ReadonlySet<string> = new Set(),
): Generator<string> {
  const names = distinct(columns).map((name) => JSON.stringify(name));
  for (const row of rows) {
    const fields = row.map((cell, nth) => {
      const value = json.has(columns[nth]!) && typeof cell === 'string' ? cell : JSON.stringify(jsonOf(cell));
      return `${names[nth]!}:${value}`;
    });
    yield visible(`{${fields.join()}}`);
  }
}

/** Makes column names unique, because an object would lose duplicates: the second is called `name_2`. */
function distinct(names: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const name of names) {
    let free = name;
    for (let nth = 2; found.includes(free); nth++) free = `${name}_${nth}`;
    found.push(free);
  }
  return found;
}

const jsonOf = (cell: Cell): string | number | null =>
  cell === null || typeof cell === 'number' ? cell : textOf(cell);

/** NULL becomes an empty text, bytes become an SQL literal. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  return cell instanceof Uint8Array ? `x'${Buffer.from(cell).toString('hex')}'` : String(cell);
}
