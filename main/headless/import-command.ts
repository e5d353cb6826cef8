import { resolve } from 'node:path';
import { LabError } from '../../engine/index.ts';
import { importBeside } from '../import/import-beside.ts';
import { anyDatabase, existingFile } from './files.ts';
import { print, tell } from './print.ts';
import { runLine } from './summary.ts';
import { untilInterrupted } from './until-interrupted.ts';

const PROGRESS_MILLISECONDS = 500;

/**
 * Imports traces, each as a run; one that is broken does not keep the others out, Ctrl+C keeps out what is not in. Answers
 * whether all came in.
 */
export async function importTraces(files: readonly string[], { db }: { db: string }): Promise<boolean> {
  const absolute = files.map((file) => existingFile(file, 'a trace'));
  anyDatabase(db)[Symbol.dispose]();
  return untilInterrupted(async (quitting) => {
    let whole = true;
    for (const file of absolute) {
      try {
        const run = await importBeside({ database: resolve(db), source: { file } }, telling(), quitting);
        await print([runLine(run), ...run.notes.map((note) => `      note: ${note}`)].join('\n'));
      } catch (thrown) {
        if (!(thrown instanceof LabError)) throw thrown;
        tell(thrown.message);
        whole = false;
      }
    }
    return whole;
  });
}

/** Says now and then how much is written, until all is. */
function telling(): (share: number) => void {
  let told = performance.now();
  return (share) => {
    if (share === 1 || performance.now() - told < PROGRESS_MILLISECONDS) return;
    told = performance.now();
    tell(`${Math.floor(share * 100)} % written`);
  };
}
