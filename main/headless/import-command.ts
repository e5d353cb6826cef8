import { LabError } from '../../engine/index.ts';
import { importTraceFile } from '../traces.ts';
import { anyDatabase, existingFile } from './files.ts';
import { print, tell } from './print.ts';
import { runLine } from './summary.ts';

/** Imports traces, each as a run; one that is broken does not keep the others out. Answers whether all came in. */
export async function importTraces(files: readonly string[], { db }: { db: string }): Promise<boolean> {
  const absolute = files.map((file) => existingFile(file, 'a trace'));
  using database = anyDatabase(db);
  let whole = true;
  for (const file of absolute) {
    try {
      const run = await importTraceFile(database.store, file);
      await print([runLine(run), ...run.notes.map((note) => `      note: ${note}`)].join('\n'));
    } catch (thrown) {
      if (!(thrown instanceof LabError)) throw thrown;
      tell(thrown.message);
      whole = false;
    }
  }
  return whole;
}
