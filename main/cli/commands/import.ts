import { resolve } from 'node:path';
import type { Command } from 'commander';
import { OrreryError } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { importBeside } from '../../host/import/index.ts';
import { anyDatabase, existingFile, printedWaits } from '../files.ts';
import { oneLine, print, printNote, progressNotes } from '../print.ts';
import type { CommandContext } from '../program.ts';
import { runLine } from '../summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

const PROGRESS_MILLISECONDS = 500;

/** Adds `import <file...>`. */
export function addImport(program: Command, { ended }: CommandContext): void {
  program
    .command('import')
    .description('import traces exported by ARE, portable files, and trajectories of other tools, as runs')
    .argument(
      '<file...>',
      'traces, portable files, and files of other tools, such as Inspect, Claude Code or OpenTelemetry',
    )
    .requiredOption('--db <file>', 'the database file; created if it does not exist')
    .option('--json', 'print a JSON list with the runs or the error of each file')
    .action(async (files: string[], options: { db: string; json?: boolean }) => {
      ended(await importTraces(files, options));
    });
}

/**
 * Imports the runs of files. A broken file does not stop the others; Ctrl+C stops the rest. Returns whether all were
 * imported.
 */
async function importTraces(
  files: readonly string[],
  { db, json = false }: { db: string; json?: boolean },
): Promise<boolean> {
  for (const file of files) existingFile(file, 'the path of a trace or portable file');
  (await anyDatabase(db))[Symbol.dispose]();
  return untilInterrupted(async (quitting) => {
    const outcomes: Outcome[] = [];
    const { onWait } = printedWaits();
    for (const file of files) {
      try {
        const source = { file: resolve(file) };
        const runs = await importBeside(
          { database: resolve(db), source },
          progressReport(),
          quitting,
          onWait,
        );
        outcomes.push(...runs.map((run) => ({ file, run })));
        if (!json) await print(runs.flatMap(importedLines).join('\n'));
      } catch (thrown) {
        if (!(thrown instanceof OrreryError)) throw thrown;
        outcomes.push({ file, error: thrown.message });
        printNote(thrown.message);
      }
    }
    if (json) await print(JSON.stringify(outcomes, null, 2));
    return outcomes.every((outcome) => 'run' in outcome);
  });
}

/** A run, and what was lost of it. */
const importedLines = (run: RunSummary): readonly string[] => [
  runLine(run),
  ...run.notes.map(({ text }) => `      note: ${oneLine(text)}`),
];

/** A run of a file, or why the file was refused. */
type Outcome = { readonly file: string } & ({ readonly run: RunSummary } | { readonly error: string });

/** Prints from time to time which share is written. */
function progressReport(): (share: number) => void {
  const report = progressNotes(PROGRESS_MILLISECONDS);
  return (share) => {
    if (share < 1) report(() => `${Math.floor(share * 100)} % written`);
  };
}
