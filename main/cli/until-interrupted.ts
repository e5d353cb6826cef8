import { constants } from 'node:os';
import { discardDrafts } from '../host/system/index.ts';
import { printNote } from './print.ts';

/** Sent by a person, by the system, and when the terminal is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` and aborts its signal when the person or the system asks the program to end. The exit code is then the usual one:
 * 129 after SIGHUP, 130 after SIGINT, 143 after SIGTERM.
 */
export async function untilInterrupted<Answer>(
  work: (quitting: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const quitting = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    process.exitCode = 128 + constants.signals[signal];
    quitting.abort(`It was interrupted by ${signal}.`);
  };
  return whileHandled(interrupt, () => work(quitting.signal));
}

/** Does `work`, which writes `file`. When the program is asked to end, removes what is half written and ends at once. */
export async function writingUntilInterrupted<Answer>(
  file: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const interrupt = (signal: NodeJS.Signals): void => {
    discardDrafts();
    printNote(`Interrupted by ${signal}. ${file} was not written.`);
    process.exit(128 + constants.signals[signal]);
  };
  return whileHandled(interrupt, work);
}

/** Leaves requests to end to the system, which ends this process at once, until the answer is disposed of. */
export function suspendSignalHandlers(): Disposable {
  const handlers = ENDING.flatMap((signal) =>
    process.listeners(signal).map((handle) => [signal, handle] as const),
  );
  for (const [signal, handle] of handlers) process.off(signal, handle);
  return {
    [Symbol.dispose]: () => {
      for (const [signal, handle] of handlers) process.on(signal, handle);
    },
  };
}

/** Does `work`; until it ends, each request to end calls `handle`. Repeated ones too, so that ending is not cut short. */
async function whileHandled<Answer>(
  handle: (signal: NodeJS.Signals) => void,
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (const signal of ENDING) process.on(signal, handle);
  try {
    return await work();
  } finally {
    for (const signal of ENDING) process.off(signal, handle);
  }
}
