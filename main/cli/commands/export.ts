import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CsvFormulas, RunId, RunSummary } from '../../../engine/model/index.ts';
import type { ExportFormat } from '../../../preload/contract.ts';
import { compareBeside } from '../../host/compare/index.ts';
import { type OpenDatabase, openToQuery, type QueryableDatabase } from '../../host/database/index.ts';
import { exportRunFile, saveReport, type Subject } from '../../host/export/index.ts';
import { inChunks, writeOut } from '../../host/system/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { addRaw, formulasFor } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printData } from '../print.ts';
import { csvLines, linesOf, objectLines } from './query.ts';
import { untilInterrupted, writingUntilInterrupted } from '../until-interrupted.ts';

/** Adds `export <run>`. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description('export a run as an ARE trace, as a portable file, or as log rows')
    .argument('<run>', 'id of the run, such as r1')
    .addOption(
      new Option(
        '--format <format>',
        'ARE\'s "hf" format, a portable file with the whole run, or the log with one line per entry',
      )
        .choices(['are', 'orrery', 'jsonl', 'csv'])
        .default('are'),
    )
    .option(
      '-o, --out <file>',
      'output file; replaces an existing one, but no database and no source code (default for jsonl and csv: standard output)',
    )
    .requiredOption('--db <file>', 'the database file')
    .addOption(addRaw())
    .option('--json', 'print one JSON object, with what the format cannot hold')
    .action(exportCommand);
}

/** Adds `report <run> [other]`. */
export function addReport(program: Command): void {
  program
    .command('report')
    .description('write a web page that shows a run, or compares two, and works offline')
    .argument('<run>', 'id of the run, such as r1')
    .argument('[other]', 'id of a second run, to compare the two')
    .requiredOption(
      '-o, --out <file.html>',
      'output file; replaces an existing one, but no database and no source code',
    )
    .requiredOption('--db <file>', 'the database file')
    .option('--json', 'print one JSON object, with the runs and the file')
    .action(reportCommand);
}

interface ExportOptions {
  readonly out?: string;
  readonly db: string;
  readonly format: ExportFormat | RowFormat;
  readonly json?: boolean;
  readonly raw?: true;
}

/** One line per log entry, with the columns of the view `entries`. */
type RowFormat = 'jsonl' | 'csv';

/** Writes a run to a file and prints what the format cannot hold. Without a file name, rows go to standard output. */
async function exportCommand(
  id: string,
  { out, db, format, json = false, raw }: ExportOptions,
): Promise<void> {
  using database = databaseToLookAt(db);
  const run = existingRun(database.store, id, db);
  if (out === undefined) {
    if (format === 'are' || format === 'orrery' || json)
      throw new UsageError(
        '--out is missing. Give the file to write. Only --format jsonl and csv can print to standard output.',
      );
    database.store.checkRun(run.id);
    using rows = openToQuery(database.file);
    for (const chunk of inChunks(rowLines(rows, run.id, format, formulasFor(raw))))
      await printData(chunk.slice(0, -1));
    return;
  }
  const notes = await writingUntilInterrupted(out, () =>
    writeRun(database, run, resolve(out), format, formulasFor(raw)),
  );
  await print(
    json
      ? JSON.stringify({ run: run.id, file: out, format, notes })
      : [`${run.id} in ${out}`, ...notes.map((note) => `      note: ${note}`)].join('\n'),
  );
}

async function writeRun(
  { store, file: db }: OpenDatabase,
  run: RunSummary,
  file: string,
  format: ExportFormat | RowFormat,
  formulas: CsvFormulas,
): Promise<readonly string[]> {
  if (format === 'are' || format === 'orrery') return exportRunFile(store, run, file, format);
  // SQL would read damaged rows without an error.
  store.checkRun(run.id);
  using rows = openToQuery(db);
  await writeOut(file, inChunks(rowLines(rows, run.id, format, formulas)));
  return [];
}

const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['causes', 'arguments', 'resolved_arguments', 'result', 'nested_calls', 'observations'],
  ...['achieved', 'open', 'tripped', 'milestones', 'minefields'],
]);

function rowLines(
  database: QueryableDatabase,
  run: RunId,
  format: RowFormat,
  formulas: CsvFormulas,
): Iterable<string> {
  const log = database.query('SELECT * FROM entries WHERE run = ? ORDER BY position', run);
  return linesOf(format === 'csv' ? csvLines(log, formulas) : objectLines(log, JSON_COLUMNS));
}

interface ReportOptions {
  readonly out: string;
  readonly db: string;
  readonly json?: boolean;
}

/** Writes a report page about a run, or about the differences between two. */
async function reportCommand(
  id: string,
  other: string | undefined,
  { out, db, json = false }: ReportOptions,
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const a = existingRun(store, id, db);
  const b = other === undefined ? undefined : existingRun(store, other, db);
  const comparison =
    b && (await untilInterrupted((quitting) => compareBeside({ file: database.file, a, b }, quitting)));
  const subject: Subject =
    b === undefined || comparison === undefined ? { runs: [a] } : { runs: [a, b], comparison };
  await writingUntilInterrupted(out, () => saveReport(store, subject, resolve(out)));
  const runs = other === undefined ? [id] : [id, other];
  await print(json ? JSON.stringify({ runs, file: out }) : `${runs.join(' and ')} in ${out}`);
}
