import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { COMPARED_BY, type ComparedBy } from '../../../engine/model/index.ts';
import type { ExportFormat } from '../../../preload/contract.ts';
import {
  exportRunFile,
  exportRunFiles,
  reportSubject,
  rowLines,
  saveReport,
} from '../../host/export/index.ts';
import { inChunks } from '../../host/system/index.ts';
import { databaseToLookAt, existingRun } from '../files.ts';
import { addRaw, formulasFor } from '../options.ts';
import { UsageError } from '../plain-command.ts';
import { print, printData } from '../print.ts';
import { untilInterrupted, writingUntilInterrupted } from '../until-interrupted.ts';

/** Adds `export <run...>`, which writes runs as files in one of several formats. */
export function addExportCommand(program: Command): void {
  program
    .command('export')
    .description(
      'export runs: for ARE, as portable files, for programs that train or watch agents, as they came, or as log rows',
    )
    .argument('<run...>', 'ids of the runs, such as r1; several are written to a folder')
    .addOption(
      new Option(
        '--format <format>',
        'ARE’s "hf" format, a portable file with the whole run, a trajectory (atif), a trace of OpenTelemetry (otlp), the file that it was imported from, the transcript, or the log with one line per entry',
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

/** Adds `report <run> [others...]`, which writes runs or comparisons as a page for any browser. */
export function addReportCommand(program: Command): void {
  program
    .command('report')
    .description('write a web page that shows a run, or compares up to 12, and works offline')
    .argument('<run>', 'id of the run, such as r1')
    .argument('[others...]', 'ids of further runs, to compare them')
    .addOption(
      new Option(
        '--by <what>',
        'compare two runs entry by entry, or by the steps of the agents (default: steps if each agent went its own way)',
      ).choices(COMPARED_BY),
    )
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
  readonly by?: ComparedBy;
  readonly json?: boolean;
}

/** Writes a report page about a run, or about the comparison of several. */
async function reportCommand(
  id: string,
  others: readonly string[],
  { out, db, by, json = false }: ReportOptions,
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const [first, ...more] = others.map((other) => existingRun(store, other, db));
  const run = existingRun(store, id, db);
  const runs = first === undefined ? ([run] as const) : ([run, first, ...more] as const);
  const subject = await untilInterrupted((quitting) => reportSubject(database, runs, by, quitting));
  await writingUntilInterrupted(out, () => saveReport(store, subject, resolve(out)));
  const ids = [id, ...others];
  await print(json ? JSON.stringify({ runs: ids, file: out }) : `${ids.join(' and ')} in ${out}`);
}
