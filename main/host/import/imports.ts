import { basename } from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { openPatiently } from '../database/index.ts';
import { ProblemError } from '../system/index.ts';
import { WorkerError, WorkerProcess } from '../workers/index.ts';
import { importBytes, importRuns } from './import-file.ts';

type Source = ImportRequest['source'];

/** Progress of several imports, which run one after the other. */
export interface ImportProgress {
  /** The current file. */
  readonly name: string;
  /** The share that is written, 0 to 1; `undefined` while the file is still being read. */
  readonly share: number | undefined;
}

/** The imports of one window, which can be cancelled. */
export class Imports {
  #cancelling = new AbortController();

  /**
   * Imports `sources` into `database`; `tell` receives the progress.
   *
   * @throws {ProblemError} that lists all sources that could not be imported.
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

  /** Cancels the current imports. Runs that are completely written stay. */
  cancel(): void {
    this.#cancelling.abort();
    this.#cancelling = new AbortController();
  }
}

/**
 * Runs `imports` one after the other; a failure does not stop the others.
 *
 * @throws {ProblemError} that lists all failures.
 */
export async function importAll(
  imports: readonly (() => Promise<readonly RunSummary[]>)[],
): Promise<readonly RunSummary[]> {
  const runs: RunSummary[] = [];
  const refusals: OrreryError[] = [];
  for (const one of imports)
    try {
      runs.push(...(await one()));
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      refusals.push(thrown);
    }
  const [only, ...others] = refusals;
  if (only === undefined) return runs;
  if (others.length === 0 && runs.length === 0) throw only;
  const took = runs.length === 0 ? '' : ` (${runs.length} imported)`;
  throw new ProblemError('not-all-imported', `${refusals.map(({ message }) => message).join('\n')}${took}`);
}

interface ImportRequest {
  readonly database: string;
  readonly source: { readonly file: string } | { readonly name: string; readonly bytes: Uint8Array };
}

/** The share that is written, or why the worker waits. */
type ImportEvent = number | { readonly waits: string };

/** Reading a file takes several times its size; this is the limit for any file. */
const MAX_MEMORY = 4_096; // MB

/**
 * Imports the runs of a file in a worker process, so that a large file cannot block the window and a malicious one
 * cannot crash it. `onProgress` receives the share that is written, once the file is parsed. Runs appear only when they
 * are completely written. `onWait` hears why the worker waits, if another program has locked the database.
 *
 * @throws {ProblemError} when the file is refused, or `cancel` is aborted.
 */
export async function importBeside(
  request: ImportRequest,
  onProgress: (share: number) => void,
  cancel: AbortSignal,
  onWait: (why: string) => void = () => undefined,
): Promise<readonly RunSummary[]> {
  using worker = new WorkerProcess<ImportRequest, readonly RunSummary[], ImportEvent>('import', {
    memory: MAX_MEMORY,
  });
  const onEvent = (event: ImportEvent): void => {
    if (typeof event === 'number') onProgress(event);
    else onWait(event.waits);
  };
  try {
    return await worker.ask(request, { onProgress: onEvent, cancel });
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
        `${name} is too large: reading it takes more than ${MAX_MEMORY} MB of memory`,
      );
    case 'cancelled':
      return new ProblemError('import-cancelled', `${name}: not imported: the import was cancelled.`);
    case 'time':
    case 'ended':
      return new ProblemError(
        'import-ended',
        `${name}: not imported, because the process that read it ended`,
      );
  }
}

/** The worker process's side of {@link importBeside}. Closes the database before it returns. */
export async function importJob(
  { database, source }: ImportRequest,
  tell: (event: ImportEvent) => void,
): Promise<readonly RunSummary[]> {
  using open = await openPatiently(database, (waits) => {
    tell({ waits });
    return undefined;
  });
  const onWritten = (written: number, all: number): void => {
    tell(written / all);
  };
  return 'file' in source
    ? await importRuns(open.store, source.file, onWritten)
    : await importBytes(open.store, bufferOf(source.bytes), source.name, onWritten);
}

/** The same memory: a copy of a file may be large. */
const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
