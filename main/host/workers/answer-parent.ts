import { Worker } from 'node:worker_threads';
import { OrreryError } from '../../../engine/model/index.ts';
import { problemsOf } from '../system/index.ts';
import type { Question, Reply } from './worker-process.ts';

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
 * Answers, as a worker process, what its parent asks; `tell` says how far it is. What is refused is told; after any other error, without
 * the parent, or with more memory than it may take, the process ends.
 */
export function answerParent<Request, Answer, Progress>(
  answer: (request: Request, tell: (progress: Progress) => void) => Answer | Promise<Answer>,
): void {
  const send = (reply: Reply<Answer, Progress>, sent?: () => void): void => {
    process.send!(reply, undefined, undefined, sent);
  };
  const answerTo = async ({ id, request }: Question<Request>): Promise<void> => {
    try {
      const tell = (progress: Progress): void => {
        send({ kind: 'progress', id, progress });
      };
      send({ kind: 'answer', id, answer: await answer(request, tell) });
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      const { code, message } = thrown;
      send({ kind: 'refused', id, code, message, problems: problemsOf(thrown) });
    }
  };
  watchProcess();
  process
    .on('message', (question: Question<Request>) => void answerTo(question))
    .on('disconnect', () => process.exit())
    // Where processes have no groups, Ctrl+C is told to all; the parent answers it.
    .on('SIGINT', () => undefined)
    .on('uncaughtException', (error) => {
      send({ kind: 'broken', error }, () => process.exit(1));
    });
}
