import { basename, dirname } from 'node:path';
import { RECORDED_AGENT, type Amendment } from '../../engine/model/amendment.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import { LiveRun } from '../runs/live-run.ts';
import { scriptIn } from '../runs/agents.ts';
import { branchOff } from '../runs/run-again.ts';
import { verify } from '../runs/verify.ts';
import { drive } from './drive.ts';
import { entryLine } from './entry-line.ts';
import { existingDatabase, existingFile } from './files.ts';
import { existingRun } from './look-commands.ts';
import { parseChange } from './parse-change.ts';
import { counted, print, tell } from './print.ts';
import { problemLine } from './problem-line.ts';
import { summaryLines } from './summary.ts';
import { UsageError } from './usage-error.ts';

/** Runs again what led up to an entry, and goes on from there with one thing otherwise. Answers whether that run went well. */
export async function branchRun(
  id: string,
  { db, at, change }: { db: string; at: number; change?: string },
): Promise<boolean> {
  using database = existingDatabase(db);
  const { store } = database;
  const run = existingRun(store, id, db);
  const entry = store.entry(run.id, at);
  if (entry === undefined)
    throw new UsageError(
      run.entries === 0
        ? `entry ${at}: found no entries in ${id}, wanted a run in which something happened`
        : `entry ${at}: found ${run.entries} entries in ${id}, wanted 0 to ${run.entries - 1}`,
    );
  const { amendment, script } = await changeOf(change, entry);
  const prepared = await branchOff(store, run, at, amendment, script);
  for (const problem of prepared.problems) tell(problemLine(problem, prepared.path));
  const live = new LiveRun(prepared, store);
  await print(`run ${live.id} in ${db}, branched off ${id} at #${at}`);
  await drive(live);
  const branch = store.run(live.id)!;
  await print(
    [...summaryLines(branch, store), `compare with: orrery compare ${id} ${live.id} --db "${db}"`].join('\n'),
  );
  const made = !amendment || tookPlace(amendment, store.entry(live.id, at));
  return made && branch.state === 'stopped' && branch.verdict?.passed !== false;
}

/** Tells where the change itself failed. A call may fail as is wanted of it; a value that was not set is no change. */
function tookPlace({ kind }: Amendment, entry: LogEntry | undefined): boolean {
  const isCall = kind === 'act' || kind === 'argument';
  if ((kind !== 'set' && !isCall) || entry?.outcome.status !== 'failed') return true;
  tell(`change: #${entry.index} failed: ${entry.outcome.error.message}`);
  return isCall;
}

/** What is to be otherwise, with the script that another agent follows. */
async function changeOf(
  change: string | undefined,
  entry: LogEntry,
): Promise<{ readonly amendment?: Amendment; readonly script?: string | undefined }> {
  if (change === undefined) return {};
  const amendment = parseChange(change, entry);
  if (amendment.kind !== 'agent' || amendment.script === RECORDED_AGENT) return { amendment };
  const file = existingFile(amendment.script, 'the script of an agent');
  const named = { ...amendment, script: basename(file) };
  return { amendment: named, script: await scriptIn(dirname(file), named) };
}

/** Runs a run again and says whether it comes out the same. */
export async function verifyRun(id: string, { db }: { db: string }): Promise<boolean> {
  using database = existingDatabase(db);
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
