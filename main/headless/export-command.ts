import { resolve } from 'node:path';
import type { ExportFormat } from '../../preload/contract.ts';
import { exportRunFile } from '../exports.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look-commands.ts';
import { print } from './print.ts';

export interface ExportOptions {
  readonly out: string;
  readonly db: string;
  readonly format: ExportFormat;
  readonly json?: boolean;
}

/** Writes a run to a file, and says what its format has no place for. */
export async function exportCommand(
  id: string,
  { out, db, format, json = false }: ExportOptions,
): Promise<void> {
  using database = databaseToLookAt(db);
  const run = existingRun(database.store, id, db);
  const notes = await exportRunFile(database.store, run, resolve(out), format);
  await print(
    json
      ? JSON.stringify({ run: run.id, file: out, format, notes })
      : [`${run.id} in ${out}`, ...notes.map((note) => `      note: ${note}`)].join('\n'),
  );
}
