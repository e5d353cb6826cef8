import { OrreryError } from '../../../engine/index.ts';
import { plural } from '../../../engine/model/index.ts';
import type { ImportReport } from '../../../preload/contract.ts';
import { ProblemError } from '../system/index.ts';
import { importBeside, type ImportProgress } from './imports.ts';
import type { ImportRequestItem } from './sources.ts';
import { watchFolder } from './watch-folder.ts';

/** The reasons why files were left out: complete for one file, grouped by reason for many. */
function skippedText({ skipped }: ImportReport): string {
  const [only, ...others] = skipped;
  if (only?.count === 1 && others.length === 0) return only.message;
  return skipped
    .map(
      ({ reason, count, first }) =>
        `${plural(count, 'file')} skipped. ${reason}: ${first.join(', ')}${count > first.length ? ` and ${count - first.length} more` : ''}.`,
    )
    .join('\n');
}

/** The imports of one window, and the folder that the window watches. */
export class Imports {
  #cancelling = new AbortController();
  #watching: AbortController | undefined;

  /**
   * Imports all `wanted` sources into `database`; `tell` receives the progress.
   * @throws {ProblemError} with the reason when nothing was imported.
   */
  async all(
    database: string,
    wanted: readonly ImportRequestItem[],
    tell: (progress: ImportProgress) => void,
  ): Promise<ImportReport> {
    const { signal: cancel } = this.#cancelling;
    const report = await importBeside({ database, wanted }, { onProgress: tell, cancel });
    if (report.runs.length + report.known.length === 0 && report.skipped.length > 0)
      throw new ProblemError('not-imported', skippedText(report));
    return report;
  }

  /** Cancels the current imports. Completely written runs are kept. */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** Begins to import the files in `folder` and later changes, instead of a folder watched before. */
  watch(database: string, folder: string, onReport: (report: ImportReport) => void): void {
    this.unwatch();
    const watching = new AbortController();
    this.#watching = watching;
    void watchFolder(database, folder, { onReport, cancel: watching.signal }).catch((thrown: unknown) => {
      if (!(thrown instanceof OrreryError)) throw thrown;
      const { message } = thrown;
      const skipped = [{ reason: 'Watching ended', count: 1, first: [folder], message }];
      onReport({ runs: [], known: [], replaced: [], skipped, isCancelled: false });
    });
  }

  /** Stops watching a folder. */
  unwatch(): void {
    this.#watching?.abort();
    this.#watching = undefined;
  }
}
