import { OrreryError } from '../../../engine/model/index.ts';
import { problemsOf } from '../system/index.ts';
import { BEAT_MILLISECONDS, watchProcess } from './watch-process.ts';
import type { WorkerQuestion, WorkerReply } from './worker-process.ts';

/**
 * The time without a response after which a process counts as hanging, in milliseconds. Orrery's own longest work takes a
 * fraction of it.
 */
const SILENCE_TIMEOUT = 60_000; // milliseconds of processor time

/**
 * Ends this process after its `exit` handlers. `process.exit` would wait for file operations, which may never end on a pipe or a
 * device.
 */
function endAtOnce(): void {
  try {
    process.emit('exit', 1);
  } finally {
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  }
}

/** Signals to this process's supervisor, if there is one, that it is responsive. */
export function answerSupervisor(): void {
  if (process.send === undefined) return;
  watchProcess(SILENCE_TIMEOUT);
  const beat = setInterval(() => {
    if (process.connected) process.send!('beat');
  }, BEAT_MILLISECONDS);
  beat.unref();
  process.on('disconnect', endAtOnce);
  process.channel?.unref();
}

/**
 * Answers the parent's questions in a worker process; `tell` reports progress. An {@link OrreryError} is sent to the parent as a
 * refusal. Any other error ends the process, as do the end of the parent and excessive memory.
 */
export function answerParent<Request, Answer, Progress>(
  answer: (request: Request, tell: (progress: Progress) => void) => Answer | Promise<Answer>,
): void {
  const send = (reply: WorkerReply<Answer, Progress>, sent?: () => void): void => {
    process.send!(reply, undefined, undefined, sent);
  };
  const answerTo = async ({ id, request }: WorkerQuestion<Request>): Promise<void> => {
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
    .on('message', (question: WorkerQuestion<Request>) => void answerTo(question))
    .on('disconnect', endAtOnce)
    // Where there are no process groups, Ctrl+C reaches all processes; the parent handles it.
    .on('SIGINT', () => undefined)
    .on('uncaughtException', (error) => {
      send({ kind: 'broken', error }, endAtOnce);
    });
}
