import type { LogEntry, RunSummary } from '../../engine/model/index.ts';
import { verify, type Verification } from '../runs/verify.ts';
import { entryLine } from './entry-line.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look-commands.ts';
import { counted, print } from './print.ts';

/** Runs a run again and says whether it comes out the same. */
export async function verifyRun(
  id: string,
  { db, json = false }: { db: string; json?: boolean },
): Promise<boolean> {
  using database = databaseToLookAt(db);
  const run = existingRun(database.store, id, db);
  const verification = await verify(database.store, run);
  await print(json ? inJson(run, verification) : inWords(run, verification));
  return verification.differs === undefined;
}

const inJson = ({ id, logHash }: RunSummary, { recorded, same, differs }: Verification): string =>
  JSON.stringify({
    run: id,
    recorded,
    same,
    differs: differs === undefined ? null : { was: differs.was ?? null, is: differs.is ?? null },
    logHash: logHash ?? null,
  });

function inWords({ id, start, logHash }: RunSummary, { recorded, same, differs }: Verification): string {
  if (differs === undefined)
    return `${id}: ran again, ${counted(same, 'entry', 'entries')} the same${asRecorded(recorded)}, log hash ${logHash ?? 'none: it did not come to its end'}`;
  const line = (entry: LogEntry | undefined): string =>
    entry === undefined
      ? 'nothing: the run was over'
      : entryLine({ ...entry, changed: entry.changes.length > 0 }, start);
  return [
    `${id}: ran again, and entry ${same} came out otherwise`,
    `was ${line(differs.was)}`,
    `is  ${line(differs.is)}`,
  ].join('\n');
}

/** What is recorded is taken from the trace, so that it cannot come out otherwise. */
const asRecorded = (entries: number): string =>
  entries === 0 ? '' : ` (the first ${entries} as they were recorded, and not run)`;
