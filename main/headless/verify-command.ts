import { verify } from '../runs/verify.ts';
import { entryLine } from './entry-line.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look-commands.ts';
import { counted, print } from './print.ts';

/** Runs a run again and says whether it comes out the same. */
export async function verifyRun(id: string, { db }: { db: string }): Promise<boolean> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const { recorded, same, differs } = await verify(store, run);
  if (differs === undefined) {
    await print(
      `${id}: ran again, ${counted(same, 'entry', 'entries')} the same${asRecorded(recorded)}, log hash ${run.logHash ?? 'none: it did not come to its end'}`,
    );
    return true;
  }
  const line = (entry: typeof differs.was): string =>
    entry === undefined
      ? 'nothing: the run was over'
      : entryLine({ ...entry, changed: entry.changes.length > 0 }, run.start);
  await print(
    [
      `${id}: ran again, and entry ${same} came out otherwise`,
      `was ${line(differs.was)}`,
      `is  ${line(differs.is)}`,
    ].join('\n'),
  );
  return false;
}

/** What is recorded is taken from the trace, so that it cannot come out otherwise. */
const asRecorded = (entries: number): string =>
  entries === 0 ? '' : ` (the first ${entries} as they were recorded, and not run)`;
