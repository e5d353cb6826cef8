import { basename } from 'node:path';
import type { RunSummary } from '../../engine/model/index.ts';
import { Child, type Ending } from '../beside/child.ts';
import { Fault } from '../fault.ts';
import { Refused } from '../refused.ts';

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
 * @throws {LabError} when it is refused, or `cancel` is called off.
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
          else settle(reject, new Refused(answer.code, answer.message));
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
      settle(reject, new Fault('import-cancelled', `${name}: not imported, for it was cancelled.`));
    };
    cancel.addEventListener('abort', called);
    if (cancel.aborted) called();
    else child.ask(request);
  });
}

function inWords(how: Ending, name: string): Error {
  if (how === 'memory') return tooLarge(name);
  return how === 'gone'
    ? new Fault('import-ended', `${name}: found its process ended, wanted it read to the end`)
    : how;
}

const tooLarge = (name: string): Fault =>
  new Fault(
    'file-too-large',
    `${name}: found more than ${MOST_MEMORY} MB of memory can hold, wanted a smaller file`,
  );
