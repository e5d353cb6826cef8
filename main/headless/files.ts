import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { IN_MEMORY, openDatabase, type OpenDatabase } from '../database.ts';
import { UsageError } from './usage-error.ts';

/** A file named on the command line, made absolute. @throws {UsageError} when it is not there. */
export function existingFile(file: string, wanted: string): string {
  const absolute = resolve(file);
  if (!existsSync(absolute)) throw new UsageError(`${file}: found nothing, wanted ${wanted}`);
  if (!statSync(absolute).isFile()) throw new UsageError(`${file}: found no file, wanted ${wanted}`);
  return absolute;
}

/** The database in `file`, which must be there. */
export const existingDatabase = (file: string): OpenDatabase =>
  openDatabase(existingFile(file, 'a database of runs'));

/** The database in `file`, made when it is not there; in memory without one. */
export const anyDatabase = (file: string | undefined): OpenDatabase =>
  openDatabase(file === undefined ? IN_MEMORY : resolve(file));

/** The workspace of a scenario file, and the path it goes by there. */
export interface ScenarioPlace {
  readonly folder: string;
  readonly path: string;
}

/** The workspace is the nearest folder above that keeps its scenarios in `scenarios/`, else the file's own. */
export function scenarioPlace(file: string): ScenarioPlace {
  const absolute = existingFile(file, 'a scenario');
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
