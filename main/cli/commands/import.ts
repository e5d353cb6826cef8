import { resolve } from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { importBeside } from '../../host/import/index.ts';
import { anyDatabase, existingFile } from '../files.ts';
import { print, printNote, progressNotes } from '../print.ts';
import { untilInterrupted } from './run.ts';
import { runLine } from '../summary.ts';

const PROGRESS_MILLISECONDS = 500;

/**
 * Imports traces, each as a run. A broken file does not stop the others; Ctrl+C stops the rest. Returns whether all were
 * imported.
 */
export async function importTraces(
  files: readonly string[],
  { db, json = false }: { db: string; json?: boolean },
): Promise<boolean> {
  for (const file of files) existingFile(file, 'the path of a trace or portable file');
  (await anyDatabase(db))[Symbol.dispose]();
  return untilInterrupted(async (quitting) => {
    const outcomes: Outcome[] = [];
    for (const file of files) {
      try {
        const source = { file: resolve(file) };
        const run = await importBeside({ database: resolve(db), source }, progressReport(), quitting);
        outcomes.push({ file, run });
        if (!json)
          await print([runLine(run), ...run.notes.map(({ text }) => `      note: ${text}`)].join('\n'));
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

/** The result for one file. */
type Outcome = { readonly file: string } & ({ readonly run: RunSummary } | { readonly error: string });

/** Prints from time to time which share is written. */
function progressReport(): (share: number) => void {
  const report = progressNotes(PROGRESS_MILLISECONDS);
  return (share) => {
    if (share < 1) report(() => `${Math.floor(share * 100)} % written`);
  };
}
