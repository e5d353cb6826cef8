import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { ExportFormat } from '../../../preload/contract.ts';
import { compareBeside } from '../../host/compare/index.ts';
import {
  exportRunFile,
  exportRunFiles,
  rowLines,
  saveReport,
  type Subject,
} from '../../host/export/index.ts';
import { inChunks } from '../../host/system/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { addRaw, formulasFor } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printData } from '../print.ts';
import { untilInterrupted, writingUntilInterrupted } from '../until-interrupted.ts';

/** Adds `export <run...>`. */
export function addExport(program: Command): void {
  program
    .command('export')
    .description(
      'export runs: for ARE, as portable files, for programs that train or watch agents, as they came, or as log rows',
    )
    .argument('<run...>', 'ids of the runs, such as r1; several are written to a folder')
    .addOption(
      new Option(
        '--format <format>',
        'ARE\'s "hf" format, a portable file with the whole run, a trajectory (atif), a trace of OpenTelemetry (otlp), the file that it was imported from, the transcript, or the log with one line per entry',
      )
        .choices(['are', 'orrery', 'atif', 'otlp', 'original', 'markdown', 'jsonl', 'csv'])
        .default('are'),
    )
    .option(
      '-o, --out <file>',
      'output file, or the folder for several runs; replaces existing files, but no database and no source code (default for jsonl and csv: standard output)',
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
  readonly format: ExportFormat;
  readonly json?: boolean;
  readonly raw?: true;
}

/** Writes runs to files and prints what the format cannot hold. Without a file name, rows go to standard output. */
async function exportCommand(
  ids: readonly string[],
  { out, db, format, json = false, raw }: ExportOptions,
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store, file } = database;
  const [run, ...others] = ids.map((id) => existingRun(store, id, db));
  const formulas = formulasFor(raw);
  if (out === undefined) {
    if ((format !== 'jsonl' && format !== 'csv') || json)
      throw new UsageError(
        '--out is missing. Give the file to write. Only --format jsonl and csv can print to standard output.',
      );
    for (const one of [run!, ...others])
      for (const chunk of inChunks(rowLines(store, file, one, format, formulas)))
        await printData(chunk.slice(0, -1));
    return;
  }
  const options = { database: file, formulas };
  const notes = await writingUntilInterrupted(out, () =>
    others.length === 0
      ? exportRunFile(store, run!, resolve(out), format, options)
      : exportRunFiles(store, [run!, ...others], resolve(out), format, options),
  );
  const which = others.length === 0 ? { run: ids[0] } : { runs: ids };
  await print(
    json
      ? JSON.stringify({ ...which, file: out, format, notes })
      : [`${ids.join(', ')} in ${out}`, ...notes.map((note) => `      note: ${note}`)].join('\n'),
  );
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
