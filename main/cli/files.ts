import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { IN_MEMORY, openDatabase, type OpenDatabase, openForReading } from '../host/database/index.ts';
import { readScript } from '../host/runs/index.ts';
import { UsageError } from './plain-command.ts';
import { printNote } from './print.ts';

/** A file named on the command line, made absolute. @throws {UsageError} when it is not there. */
export function existingFile(file: string, wanted: string): string {
  const absolute = resolve(file);
  if (!existsSync(absolute)) throw new UsageError(`${file}: no such file. Give ${wanted}.`);
  if (!statSync(absolute).isFile()) throw new UsageError(`${file} is not a file. Give ${wanted}.`);
  return absolute;
}

/** The database in `file`, which must be there, to look at its runs. */
export function databaseToLookAt(file: string): OpenDatabase {
  const database = openForReading(existingFile(file, 'a database of runs'));
  if (database.problem !== undefined) printNote(database.problem);
  else if (database.readOnly)
    printNote(`${file} must not be written: its runs are looked at as they are now`);
  return database;
}

/** The database in `file`, which must be there, to add to its runs. */
export const existingDatabase = (file: string): OpenDatabase =>
  openDatabase(existingFile(file, 'a database of runs'));

/** The database in `file`, made when it is not there; in memory without one. */
export function anyDatabase(file: string | undefined): OpenDatabase {
  if (file === undefined) return openDatabase(IN_MEMORY);
  const absolute = resolve(file);
  const folder = dirname(absolute);
  const isNew = !existsSync(folder);
  const database = openDatabase(absolute);
  if (isNew) printNote(`made the folder ${folder}, which was not there`);
  return database;
}

/** The workspace of a file, and the path it goes by there. */
export interface FilePlace {
  readonly folder: string;
  readonly path: string;
}

export const scenarioPlace = (file: string): FilePlace => placeOf(file, 'a scenario');

/**
 * The workspace is the nearest folder above that keeps its scenarios in `scenarios/`, else the file's own.
 *
 * @throws {UsageError} when `file` is not there.
 */
function placeOf(file: string, wanted: string): FilePlace {
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

/** What an agent follows: the name it goes by among a run's files, and its text. */
export interface Script {
  readonly name: string;
  readonly text: string;
}

/**
 * The script in `file`, as the command line names it. It goes by its path in its workspace.
 *
 * @throws {UsageError} when it is not there.
 * @throws {ProblemError} when it cannot be one.
 */
export async function scriptFile(file: string): Promise<Script> {
  const { folder, path } = placeOf(file, 'the script of an agent');
  return { name: path, text: await readScript(folder, path) };
}
