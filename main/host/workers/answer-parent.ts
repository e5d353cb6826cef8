import { Worker } from 'node:worker_threads';
import type { Broken } from './worker-process.ts';

/** Buffers are no part of the heap, whose bound V8 sees to: what looks at all of it, while the code beside it does not come back. */
const WATCH = `
const { workerData } = require('node:worker_threads');
setInterval(() => {
  if (process.memoryUsage.rss() > workerData) process.kill(process.pid, 'SIGKILL');
}, 100);
`;

/**
 * Answers, as a child, what its parent asks, by any number of calls of `tell`. What is thrown the parent is told of; with that,
 * with the parent, or with more memory than it may take, it ends.
 */
export function answerParent<Question, Answer>(
  answer: (question: Question, tell: (answer: Answer) => void) => void | Promise<void>,
): void {
  const send = (message: Answer | Broken, sent?: () => void): void => {
    process.send!(message, undefined, undefined, sent);
  };
  // As V8 counts its heap.
  const most = Number(process.env['ORRERY_MEMORY']) * 2 ** 20; // bytes
  new Worker(WATCH, { eval: true, workerData: most }).unref();
  process
    .on('message', (question: Question) => void answer(question, send))
    .on('disconnect', () => process.exit())
    // Where processes have no groups, Ctrl+C is told to all; the parent answers it.
    .on('SIGINT', () => undefined)
    .on('uncaughtException', (broken) => {
      send({ broken }, () => process.exit(1));
    });
}
