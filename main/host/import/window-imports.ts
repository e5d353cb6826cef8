import { OrreryError } from '../../../engine/index.ts';
import { plural } from '../../../engine/model/index.ts';
import type { ImportReport } from '../../../preload/contract.ts';
import { ProblemError } from '../system/index.ts';
import { importBeside, type ImportProgress } from './imports.ts';
import type { Wanted } from './sources.ts';
import { watchFolder } from './watch-folder.ts';

/** Why files were left out: in full for one, by reason for many. */
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

/** The imports of one window, which can be cancelled, and the folder that it watches. */
export class Imports {
  #cancelling = new AbortController();
  #watching: AbortController | undefined;

  /**
   * Imports all that is `wanted` into `database`; `tell` receives the progress.
   *
   * @throws {ProblemError} that says why nothing was imported.
   */
  async all(
    database: string,
    wanted: readonly Wanted[],
    tell: (progress: ImportProgress) => void,
  ): Promise<ImportReport> {
    const { signal: cancel } = this.#cancelling;
    const report = await importBeside({ database, wanted }, { onProgress: tell, cancel });
    if (report.runs.length + report.known.length === 0 && report.skipped.length > 0)
      throw new ProblemError('not-imported', skippedText(report));
    return report;
  }

  /** Cancels the current imports. Runs that are completely written stay. */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }

  /** Imports what is in `folder` and what comes into it, in place of a folder that was watched before. */
  watch(database: string, folder: string, onReport: (report: ImportReport) => void): void {
    this.unwatch();
    const watching = new AbortController();
    this.#watching = watching;
    void watchFolder(database, folder, { onReport, cancel: watching.signal }).catch((thrown: unknown) => {
      if (!(thrown instanceof OrreryError)) throw thrown;
      const { message } = thrown;
      const skipped = [{ reason: 'Watching ended', count: 1, first: [folder], message }];
      onReport({ runs: [], known: [], skipped, isCancelled: false });
    });
  }

  /** Ends the watching of a folder. */
  unwatch(): void {
    this.#watching?.abort();
    this.#watching = undefined;
  }
}
