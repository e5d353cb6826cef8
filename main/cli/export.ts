import { resolve } from 'node:path';
import type { ExportFormat } from '../../preload/contract.ts';
import { compareStored } from '../host/compare/index.ts';
import { exportRunFile, saveReport } from '../host/export/index.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look.ts';
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

export interface ReportOptions {
  readonly out: string;
  readonly db: string;
  readonly json?: boolean;
}

/** Writes a page about a run, or about how a second differs from it. */
export async function reportCommand(
  id: string,
  beside: string | undefined,
  { out, db, json = false }: ReportOptions,
): Promise<void> {
  using database = databaseToLookAt(db);
  const { store } = database;
  const a = existingRun(store, id, db);
  if (beside === undefined) await saveReport(store, { runs: [a] }, resolve(out));
  else {
    const b = existingRun(store, beside, db);
    await saveReport(store, { runs: [a, b], comparison: compareStored(store, a, b) }, resolve(out));
  }
  const runs = beside === undefined ? [id] : [id, beside];
  await print(json ? JSON.stringify({ runs, file: out }) : `${runs.join(' and ')} in ${out}`);
}
