import type { OnWritten, Store } from '../../../../engine/index.ts';
import type { RunSummary } from '../../../../engine/model/run.ts';
import { importRuns, importText } from '../../../../main/host/import/import-file.ts';

/** Imports a file that has one run. */
export const importOne = async (store: Store, file: string, onWritten?: OnWritten): Promise<RunSummary> =>
  onlyOne(await importRuns(store, { file }, onWritten));

/** Imports the text of a file that has one run. */
export const importOneText = (store: Store, text: string, name: string): RunSummary =>
  onlyOne(importText(store, text, name));

function onlyOne([run, ...others]: readonly RunSummary[]): RunSummary {
  if (run === undefined || others.length > 0) throw new Error(`found ${others.length + 1} runs, wanted one`);
  return run;
}
