import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { plural, type RunSummary, truncate } from '../../../engine/model/index.ts';
import {
  importBeside,
  type ImportOptions,
  isPattern,
  type ListedRun,
  watchFolder,
} from '../../host/import/index.ts';
import type { ImportReport } from '../../../preload/contract.ts';
import { anyDatabase, printedWaits } from '../files.ts';
import { UsageError } from '../plain-command.ts';
import { inColumns, oneLine, print, printNote, progressNotes } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { runLine, scoresText } from '../summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

const PROGRESS_MILLISECONDS = 500;

interface Options {
  readonly db: string;
  readonly json?: boolean;
  readonly list?: boolean;
  readonly watch?: boolean;
}

/** Adds `import <path...>`, which reads traces, portable files and trajectories of other tools into a database. */
export function addImportCommand(program: Command, { ended }: CommandContext): void {
  program
    .command('import')
    .description('import traces exported by ARE, portable files, and trajectories of other tools, as runs')
    .argument(
      '<file...>',
      'traces, portable files, files of other tools, such as Inspect, Claude Code or OpenTelemetry; folders, archives (.zip, .tar.gz) and patterns such as "logs/**/*.eval"',
    )
    .requiredOption('--db <file>', 'the database file; created if it does not exist')
    .option('--list', 'only list the runs in them')
    .option('--watch', 'stay, and import what comes into a folder or grows in it, until Ctrl+C')
    .option('--json', 'print a JSON list with the runs or the error of each file')
    .action(async (files: string[], options: Options) => {
      ended(await importTraces(files, options));
    });
}

/**
 * Imports the runs of files, folders, archives and patterns. A broken file does not stop the others; Ctrl+C stops the rest. Returns
 * whether all that was named was imported, and something of each folder.
 */
async function importTraces(
  files: readonly string[],
  { db, json = false, list = false, watch = false }: Options,
): Promise<boolean> {
  for (const file of files)
    if (!existsSync(file) && !isPattern(file))
      throw new UsageError(`${file}: no such file. Give the path of a trace or portable file, or a folder.`);
  if (watch && (files.length !== 1 || !statSync(files[0]!).isDirectory()))
    throw new UsageError('--watch takes one folder. Give the folder that runs come into.');
  (await anyDatabase(db))[Symbol.dispose]();
  return untilInterrupted(async (quitting) => {
    const outcomes: Outcome[] = [];
    const named = new Map(files.map((file) => [resolve(file), file]));
    const nameOf = (given: string): string => named.get(given) ?? given;
    const listed: ListedRun[] = [];
    const report = progressReport(files.length);
    /** Whether there are more files than were named. */
    let isMany = false;
    const options: ImportOptions = {
      cancel: quitting,
      onProgress: (progress) => {
        isMany ||= progress.of > files.length;
        report(progress);
      },
      onWait: printedWaits().onWait,
      onImported: ({ given, runs, known }) => {
        outcomes.push(...runs.map((run) => ({ file: nameOf(given), run })));
        for (const id of known) outcomes.push({ file: nameOf(given), known: id });
        if (!json && runs.length > 0) void print(importedLines(runs).join('\n'));
      },
      onSkipped: ({ given, message }) => {
        outcomes.push({ file: nameOf(given), error: message });
        // What is wrong with a file that was named is said at once, and not by its kind at the end.
        if (named.has(given)) printNote(message);
      },
      onListed: (runs) => listed.push(...runs),
    };
    if (watch) {
      const onReport = (report: ImportReport): void => {
        printNote(`${reportText(report, true)} Watching; Ctrl+C to end.`);
      };
      await watchFolder(resolve(db), resolve(files[0]!), { ...options, onReport });
      process.exitCode = 0;
      return true;
    }
    const wanted = [...named.keys()].map((file) => ({ file }));
    const came = await importBeside({ database: resolve(db), wanted, isListing: list }, options);
    if (came.isCancelled)
      printNote(`${files.map(nameOf).join(', ')}: not imported: the import was cancelled.`);
    if (json) await print(JSON.stringify(list ? listed : outcomes, null, 2));
    else if (list) await print(listLines(listed).join('\n'));
    const text = reportText(came, isMany);
    if (!json && !list && text !== '') printNote(text);
    return outcomes.every((outcome) => !('error' in outcome) || !named.has(resolve(outcome.file)));
  });
}

/** What an import came to beside the runs that it printed; empty when there is nothing to say. */
function reportText({ runs, known, skipped }: ImportReport, isMany: boolean): string {
  const others = isMany ? skipped : [];
  return [
    ...(isMany && runs.length > 0 ? [`Imported ${plural(runs.length, 'run')}.`] : []),
    ...(known.length === 0
      ? []
      : [
          `Imported before: ${known.slice(0, 5).join(', ')}${known.length > 5 ? ` and ${known.length - 5} more` : ''}.`,
        ]),
    ...others.map(
      ({ reason, count, first }) =>
        `Skipped ${plural(count, 'file')}. ${reason}: ${first.join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}.`,
    ),
  ].join(' ');
}

const listLines = (runs: readonly ListedRun[]): readonly string[] =>
  inColumns([
    ['file', 'tool', 'task', 'attempt', 'model', 'outcome', 'scores'],
    ...runs.map(({ label, scenario, attempt, outcome }) => [
      label,
      attempt?.tool ?? '',
      oneLine(attempt?.task ?? scenario),
      String(attempt?.attempt ?? ''),
      attempt?.model ?? '',
      outcome ?? '',
      oneLine(scoresText(attempt?.scores ?? [])),
    ]),
  ]);

/** Longer notes are shortened: those that list every field of a file have thousands of characters. */
const LONGEST_NOTE = 400;

/** The runs of a file, and what was lost of them. What several of them have in common is said once. */
function importedLines(runs: readonly RunSummary[]): readonly string[] {
  const said = new Set<string>();
  return runs.flatMap((run) => {
    const fresh = run.notes.filter(({ text }) => !said.has(text));
    for (const { text } of fresh) said.add(text);
    return [runLine(run), ...fresh.map(({ text }) => `      note: ${shortened(oneLine(text), run)}`)];
  });
}

const shortened = (note: string, { id }: RunSummary): string =>
  note.length > LONGEST_NOTE ? `${truncate(note, LONGEST_NOTE)} orrery log ${id} has it whole.` : note;

/** A run of a file, a run that was imported before, or why the file was refused. */
type Outcome = { readonly file: string } & (
  { readonly run: RunSummary } | { readonly known: string } | { readonly error: string }
);

/** Prints from time to time which source is read, if there are more than were `named`, and which share is written. */
function progressReport(named: number): NonNullable<ImportOptions['onProgress']> {
  const report = progressNotes(PROGRESS_MILLISECONDS);
  return ({ nth, of, share }) => {
    if (of > named) report(() => `${nth} of ${of}`);
    else if (share !== undefined && share < 1) report(() => `${Math.floor(share * 100)} % written`);
  };
}
