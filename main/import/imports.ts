import { basename } from 'node:path';
import type { RunSummary } from '../../engine/model/index.ts';
import { importAll } from './import-all.ts';
import { importBeside, type ImportRequest } from './import-beside.ts';

type Source = ImportRequest['source'];

/** How far several imports are, which come one after the other. */
export interface ImportProgress {
  /** The file that is read now. */
  readonly name: string;
  /** Which share of it is written; `undefined` while it is still being read. */
  readonly share: number | undefined;
}

/** The imports of one window, which can be called off. */
export class Imports {
  #cancelling = new AbortController();

  /**
   * Imports `sources` into `database`; `tell` hears how far it is.
   *
   * @throws {LabError} that names all that did not come in.
   */
  async all(
    database: string,
    sources: readonly Source[],
    tell: (progress: ImportProgress) => void,
  ): Promise<readonly RunSummary[]> {
    const { signal } = this.#cancelling;
    return importAll(
      sources.map((source) => () => {
        const name = 'file' in source ? basename(source.file) : source.name;
        tell({ name, share: undefined });
        const progress = (share: number): void => {
          tell({ name, share });
        };
        return importBeside({ database, source }, progress, signal);
      }),
    );
  }

  /** Calls off what is under way; nothing of it stays but what was written whole. */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }
}
