import { stat } from 'node:fs/promises';
import { type Store, writePortable, writeTrace } from '../../../engine/index.ts';
import { isActiveState, type RunSummary } from '../../../engine/model/index.ts';
import { type ExportFormat, LIMITS } from '../../../preload/contract.ts';
import { inChunks, megabytes, ProblemError, sha256, VERSION, writeOut } from '../system/index.ts';

/**
 * Writes `run` to `file`: as a trace in ARE's "hf" format, or as a portable file of Orrery. Returns notes on what the format
 * cannot hold, and on a file that is too large to be imported: more than `maxImport` bytes.
 *
 * @throws {ProblemError} when the file cannot be written, or the run is active. An existing file stays unchanged.
 */
export async function exportRunFile(
  store: Store,
  run: RunSummary,
  file: string,
  format: ExportFormat,
  maxImport: number = LIMITS.importBytes,
): Promise<readonly string[]> {
  let notes: readonly string[] = [];
  const parts = format === 'are' ? writeTrace(store, run) : portableOf(store, run);
  function* noted(): Generator<string> {
    notes = yield* parts;
  }
  await writeOut(file, inChunks(noted()));
  const { size } = await stat(file);
  if (size <= maxImport) return notes;
  const large = `The file has ${megabytes(size)}. Orrery imports files of up to ${megabytes(maxImport)}, so it cannot read this one again.`;
  return [...notes, large];
}

function* portableOf(store: Store, run: RunSummary): Generator<string, readonly string[]> {
  if (isActiveState(run.state))
    throw new ProblemError('run-active', `Run ${run.id} has not ended: stop it, or wait for its end`);
  yield* writePortable(store, run, VERSION, sha256);
  return [];
}

/** File name extensions of exported runs. */
export const ENDINGS = {
  orrery: 'orrery',
  are: 'json',
  report: 'html',
  picture: 'png',
  chart: 'svg',
  csv: 'csv',
  jsonl: 'jsonl',
} as const satisfies Record<ExportFormat | 'report' | 'picture' | 'chart' | 'csv' | 'jsonl', string>;

export type FileKind = keyof typeof ENDINGS;

/** A suggested file name for a run, without characters that file names may not have. */
export const fileNameOf = (
  { scenario, id }: { readonly scenario: string; readonly id: string },
  kind: FileKind,
): string => `${scenario.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${id}.${ENDINGS[kind]}`;
