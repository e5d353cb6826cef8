import { constants } from 'node:os';

/**
 * Does `work`, telling it by the signal when the person or the system wants it to end. Who asks how it went then reads, as
 * of other programs, 130 after SIGINT and 143 after SIGTERM.
 */
export async function untilInterrupted<Answer>(
  work: (quitting: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const quitting = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    process.exitCode = 128 + constants.signals[signal];
    quitting.abort(`It was interrupted by ${signal}.`);
  };
  // Also a second time: what is being ended must not be left half done.
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await work(quitting.signal);
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
