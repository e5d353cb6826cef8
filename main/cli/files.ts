import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Store } from '../../engine/index.ts';
import { type RunId, type RunSummary, plural } from '../../engine/model/index.ts';
import {
  IN_MEMORY,
  openDatabase,
  type OpenDatabase,
  type OnBlockingWait,
  openForReading,
  openPatiently,
  type Waiting,
} from '../host/database/index.ts';
import { UsageError } from './plain-command.ts';
import { printNote } from './print.ts';
import { suspendSignalHandlers } from './until-interrupted.ts';

/** The absolute path of a file named on the command line. @throws {UsageError} when it does not exist. */
export function existingFile(file: string, wanted: string): string {
  const absolute = resolve(file);
  if (!existsSync(absolute)) throw new UsageError(`${file}: no such file. Give ${wanted}.`);
  if (!statSync(absolute).isFile()) throw new UsageError(`${file} is not a file. Give ${wanted}.`);
  return absolute;
}

/** Opens the existing database `file` for reading. */
export function databaseToLookAt(file: string): OpenDatabase {
  const existing = existingFile(file, 'the database file of earlier runs');
  const database = openForReading(existing, { onWait: printedWait() });
  tellUpgrade(database);
  if (database.problem !== undefined) printNote(database.problem);
  else if (database.readOnly)
    printNote(`${file} must not be written: its runs are looked at as they are now`);
  return database;
}

function tellUpgrade(database: OpenDatabase): OpenDatabase {
  if (database.upgraded !== undefined) printNote(database.upgraded);
  return database;
}

/** The most runs named in an error message. */
const MAX_NAMED = 10;

/** A run of `db`. @throws {UsageError} that names the existing runs. */
export function existingRun(store: Store, id: string, db: string): RunSummary {
  const run = store.run(id as RunId);
  if (run !== undefined) return run;
  const found = store.runs(MAX_NAMED).map((known) => known.id);
  const left = store.count() - found.length;
  const names = found.length === 0 ? 'no runs' : found.join(', ');
  throw new UsageError(
    `There is no run ${id} in ${db}. It has ${names}${left === 0 ? '' : ` and ${plural(left, 'more', 'more')}`}.`,
  );
}

/** Prints once why a run waits. Ctrl+C ends the waiting, as it ends all else that has not begun. */
export function printedWaits(): Required<Pick<Waiting, 'onWait'>> {
  let told: string | undefined;
  return {
    onWait: (why) => {
      if (why !== told) printNote(`${why} Ctrl+C to wait no longer.`);
      told = why;
    },
  };
}

/** Prints once why a command waits. Nothing can be cleaned up meanwhile, so that Ctrl+C ends the command at once. */
export function printedWait(): OnBlockingWait {
  const { onWait } = printedWaits();
  return (why) => {
    onWait(why);
    return suspendSignalHandlers();
  };
}

/** Opens the existing database `file` for writing, when other programs let it. */
export const existingDatabase = async (file: string): Promise<OpenDatabase> => {
  const existing = existingFile(file, 'the database file of earlier runs');
  return tellUpgrade(await openPatiently(existing, printedWait()));
};

/** Opens the database `file`, when other programs let it, creating it if it is missing; without `file`, one in memory. */
export async function anyDatabase(file: string | undefined): Promise<OpenDatabase> {
  if (file === undefined) return openDatabase(IN_MEMORY);
  const absolute = resolve(file);
  const folder = dirname(absolute);
  const isNew = !existsSync(folder);
  const database = tellUpgrade(await openPatiently(absolute, printedWait()));
  if (isNew) printNote(`made the folder ${folder}, which was not there`);
  return database;
}

/** The workspace of a file, and the file's path in it. */
export interface WorkspaceFile {
  readonly folder: string;
  readonly path: string;
}

export const scenarioFile = (file: string): WorkspaceFile => findInWorkspace(file, 'a scenario');

/**
 * The workspace of `file`, and the path in it. The workspace is the nearest folder above that has a folder `scenarios/`,
 * otherwise the file's own folder.
 *
 * @throws {UsageError} when `file` does not exist.
 */
export function findInWorkspace(file: string, wanted: string): WorkspaceFile {
  const absolute = existingFile(file, wanted);
  const folder = workspaceAbove(dirname(absolute)) ?? dirname(absolute);
  return { folder, path: relative(folder, absolute).split(sep).join('/') };
}

function workspaceAbove(folder: string): string | undefined {
  const above = dirname(folder);
  if (basename(folder) === 'scenarios') return above;
  if (existsSync(join(folder, 'scenarios')) && statSync(join(folder, 'scenarios')).isDirectory())
    return folder;
  return above === folder ? undefined : workspaceAbove(above);
}
