import { basename } from 'node:path';
import { OrreryError } from '../../../engine/index.ts';
import type { RunSummary } from '../../../engine/model/index.ts';
import { ProblemError } from '../system/index.ts';
import { Child, type Ending } from '../workers/index.ts';

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

export interface ImportRequest {
  readonly database: string;
  readonly source: { readonly file: string } | { readonly name: string; readonly text: string };
}

export type ImportAnswer =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly run: RunSummary }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** import-worker as it was built. */
const WORKER = new URL('import-worker.js', import.meta.url);

/** What is read may take this many times its own size, and no more of the machine than this. */
const MOST_MEMORY = 4_096; // MB

/**
 * Imports a trace or a portable file in a process of its own: reading a large one must not hold the window up, nor a hostile
 * one end it. `progress` hears which share of it is written, once it is understood. Until it is all written, none of it is.
 *
 * @throws {ProblemError} when it is refused, or `cancel` is called off.
 */
export function importBeside(
  request: ImportRequest,
  progress: (share: number) => void,
  cancel: AbortSignal,
): Promise<RunSummary> {
  const { source } = request;
  const name = 'file' in source ? basename(source.file) : source.name;
  return new Promise((resolve, reject) => {
    const child = new Child<ImportRequest, ImportAnswer>(
      WORKER,
      { memory: MOST_MEMORY },
      {
        answered: (answer) => {
          if (answer.kind === 'progress') progress(answer.share);
          else if (answer.kind === 'done') settle(resolve, answer.run);
          else settle(reject, ProblemError.fromWorker(answer));
        },
        ended: (how) => {
          settle(reject, inWords(how, name));
        },
      },
    );
    const settle = <Result>(how: (result: Result) => void, result: Result): void => {
      cancel.removeEventListener('abort', called);
      child[Symbol.dispose]();
      how(result);
    };
    const called = (): void => {
      settle(reject, new ProblemError('import-cancelled', `${name}: not imported, for it was cancelled.`));
    };
    cancel.addEventListener('abort', called);
    if (cancel.aborted) called();
    else child.ask(request);
  });
}

function inWords(how: Ending, name: string): Error {
  if (how === 'memory') return tooLarge(name);
  return how === 'gone'
    ? new ProblemError('import-ended', `${name}: not imported, because the process that read it ended`)
    : how;
}

const tooLarge = (name: string): ProblemError =>
  new ProblemError(
    'file-too-large',
    `${name} is too large: reading it takes more than ${MOST_MEMORY} MB of memory`,
  );
