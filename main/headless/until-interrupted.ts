/** Does `work`, telling it by the signal when the person or the system wants it to end. */
export async function untilInterrupted<Answer>(
  work: (quitting: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const quitting = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
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
