import { basename } from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { openDatabase } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { importTraceFile, importTraceText } from './import-file.ts';

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
   * @throws {ProblemError} that names all that did not come in.
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

/**
 * Imports several, each by one of `imports`; one that is broken does not keep the others out.
 *
 * @throws {ProblemError} that names all that did not come in.
 */
export async function importAll(
  imports: readonly (() => RunSummary | Promise<RunSummary>)[],
): Promise<readonly RunSummary[]> {
  const runs: RunSummary[] = [];
  const refusals: OrreryError[] = [];
  for (const one of imports)
    try {
      runs.push(await one());
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      refusals.push(thrown);
    }
  const [only, ...others] = refusals;
  if (only === undefined) return runs;
  if (others.length === 0 && runs.length === 0) throw only;
  const took = runs.length === 0 ? '' : ` (${runs.length} came in)`;
  throw new ProblemError('not-all-imported', `${refusals.map(({ message }) => message).join('\n')}${took}`);
}

interface ImportRequest {
  readonly database: string;
  readonly source: { readonly file: string } | { readonly name: string; readonly text: string };
}

/** What is read may take this many times its own size, and no more of the machine than this. */
const MOST_MEMORY = 4_096; // MB

/**
 * Imports a trace or a portable file in a worker process: reading a large one must not hold the window up, nor a hostile one end it.
 * `onProgress` hears which share of it is written, once it is understood. Until it is all written, none of it is.
 *
 * @throws {ProblemError} when it is refused, or `cancel` is called off.
 */
export async function importBeside(
  request: ImportRequest,
  onProgress: (share: number) => void,
  cancel: AbortSignal,
): Promise<RunSummary> {
  using worker = new WorkerProcess<ImportRequest, RunSummary, number>('import', { memory: MOST_MEMORY });
  try {
    return await worker.ask(request, { onProgress, cancel });
  } catch (thrown) {
    if (!(thrown instanceof WorkerError)) throw thrown;
    const { source } = request;
    throw notImported('file' in source ? basename(source.file) : source.name, thrown);
  }
}

function notImported(name: string, { why }: WorkerError): ProblemError {
  switch (why) {
    case 'memory':
      return new ProblemError(
        'file-too-large',
        `${name} is too large: reading it takes more than ${MOST_MEMORY} MB of memory`,
      );
    case 'cancelled':
      return new ProblemError('import-cancelled', `${name}: not imported, for it was cancelled.`);
    case 'time':
    case 'ended':
      return new ProblemError(
        'import-ended',
        `${name}: not imported, because the process that read it ended`,
      );
  }
}

/** What a worker process does for {@link importBeside}: how it went, once the database is closed again. */
export async function importJob(
  { database, source }: ImportRequest,
  tell: (share: number) => void,
): Promise<RunSummary> {
  using open = openDatabase(database);
  const onWritten = (written: number, all: number): void => {
    tell(written / all);
  };
  return 'file' in source
    ? await importTraceFile(open.store, source.file, onWritten)
    : importTraceText(open.store, source.text, source.name, onWritten);
}
