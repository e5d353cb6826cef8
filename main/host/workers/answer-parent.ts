import { Worker } from 'node:worker_threads';
import { OrreryError } from '../../../engine/model/index.ts';
import { problemsOf } from '../system/index.ts';
import type { Question, Reply } from './worker-process.ts';

/**
 * Watches this process from a thread while its code blocks the event loop. V8 limits the heap but not buffers, and a process
 * whose parent has exited would run on.
 */
const WATCH = `
const { workerData } = require('node:worker_threads');
const parent = process.ppid;
setInterval(() => {
  if (process.memoryUsage.rss() > workerData || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 100);
`;

/** Several times the memory that one of our processes needs besides its heap. */
const BESIDE_HEAP = 256; // MB

/** Kills this process when it uses too much memory or its parent has exited, even while its code blocks. */
function watchProcess(): void {
  // In V8's units.
  const most = (Number(process.env['ORRERY_MEMORY']) + BESIDE_HEAP) * 2 ** 20; // bytes
  new Worker(WATCH, { eval: true, workerData: most }).unref();
}

/** How often a supervised process signals that it is responsive. */
export const BEAT_MILLISECONDS = 100;

/** Signals to this process's supervisor, if there is one, that it is responsive. */
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
 * Answers the parent's questions in a worker process; `tell` reports progress. An {@link OrreryError} goes to the parent as a
 * refusal. Any other error ends the process, as do the loss of the parent and too much memory.
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
    // Where there are no process groups, Ctrl+C reaches all processes; the parent handles it.
    .on('SIGINT', () => undefined)
    .on('uncaughtException', (error) => {
      send({ kind: 'broken', error }, () => process.exit(1));
    });
}
