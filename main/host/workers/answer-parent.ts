import { Worker } from 'node:worker_threads';
import type { Broken } from './worker-process.ts';

/**
 * Looks after this process while its code does not come back: buffers are no part of the heap, whose bound V8 sees to; and a parent
 * that is gone ends nobody any more.
 */
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > workerData || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 100);
`;

/** Some times what a process of ours takes beside its heap. */
const BESIDE_HEAP = 256; // MB

/** Ends this process when it takes much more memory than it may, or its parent is gone, whatever it does. */
function watchProcess(): void {
  // As V8 counts its heap.
  const most = (Number(process.env['ORRERY_MEMORY']) + BESIDE_HEAP) * 2 ** 20; // bytes
  new Worker(WATCH, { eval: true, workerData: most }).unref();
}

/** How often a supervised process tells that it is not deaf. */
export const BEAT_MILLISECONDS = 100;

/** Tells the supervisor of this process, if it has one, that it answers, until it ends by itself. */
export function answerSupervisor(): void {
  if (process.send === undefined) return;
  watchProcess();
  const beat = setInterval(() => {
    if (process.connected) process.send!('beat');
  }, BEAT_MILLISECONDS);
  beat.unref();
  process.on('disconnect', () => process.exit(1));
  process.channel?.unref();
}

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
  watchProcess();
  process
    .on('message', (question: Question) => void answer(question, send))
    .on('disconnect', () => process.exit())
    // Where processes have no groups, Ctrl+C is told to all; the parent answers it.
    .on('SIGINT', () => undefined)
    .on('uncaughtException', (broken) => {
      send({ broken }, () => process.exit(1));
    });
}
