import { resolve } from 'node:path';
import { compareStored } from '../comparison/compare-stored.ts';
import { saveReport } from '../reports/save-report.ts';
import { databaseToLookAt } from './files.ts';
import { existingRun } from './look-commands.ts';
import { print } from './print.ts';

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
