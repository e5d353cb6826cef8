import { Worker } from 'node:worker_threads';
import { OrreryError } from '../../../engine/model/index.ts';
import { problemsOf } from '../system/index.ts';
import { type Question, type Reply, TOO_LONG } from './worker-process.ts';

/** Shared with the watching thread: turns of the event loop, calls of scenario code, and the limits of the current call. */
const seen = new Int32Array(new SharedArrayBuffer(16));
const [TURNS, CALLS, LIMIT, TIMER] = [0, 1, 2, 3];

/**
 * Tells the watching thread that a call of scenario code begins, which may use `limit` milliseconds of processor time. V8
 * interrupts it `timer` milliseconds later, if it can.
 */
export function callBegins(limit: number, timer: number): void {
  seen[CALLS]!++;
  seen[TIMER] = timer;
  seen[LIMIT] = limit;
}

/** Tells the watching thread that the call has ended. */
export function callEnds(): void {
  seen[LIMIT] = 0;
}

/**
 * Watches this process from a thread while its code blocks the event loop. V8 limits the heap but not buffers, it interrupts no
 * built-ins, and a process whose parent has exited would run on. The times are of the processor, so that a busy machine ends
 * nothing. Code that waits uses none, and gets ten times as long.
 */
const WATCH = `
const { workerData: { memory, silence, seen } } = require('node:worker_threads');
const parent = process.ppid;
const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const stopwatch = () => {
  let last, since, began;
  return (now, limit, timer) => {
    if (now !== last) [last, since, began] = [now, used(), performance.now()];
    const passed = performance.now() - began;
    return limit > 0 && passed > timer && (used() - since > limit || passed > 10 * limit);
  };
};
const [isSilent, isTooLong] = [stopwatch(), stopwatch()];
setInterval(() => {
  const [turns, calls, limit, timer] = [0, 1, 2, 3].map((at) => Atomics.load(seen, at));
  const isStuck = isTooLong(limit > 0 ? calls : -1, limit > 0 ? limit + 2000 : 0, timer + 2000);
  if (isSilent(turns, silence, 0) || isStuck) process.kill(process.pid, '${TOO_LONG}');
  if (process.memoryUsage.rss() > memory || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 100);
`;

/** Several times the memory that one of our processes needs besides its heap. */
const BESIDE_HEAP = 256; // MB

/**
 * Kills this process when it uses too much memory, is stuck in scenario code, blocks its event loop for `silence` milliseconds,
 * or its parent has exited.
 */
function watchProcess(silence = 0): void {
  // In V8's units.
  const memory = (Number(process.env['ORRERY_MEMORY']) + BESIDE_HEAP) * 2 ** 20; // bytes
  new Worker(WATCH, { eval: true, workerData: { memory, silence, seen } }).unref();
  setInterval(() => {
    seen[TURNS]!++;
  }, BEAT_MILLISECONDS).unref();
}

/** Our own work in one piece, such as planning a million events, takes a fraction of it. */
const SILENCE_TIMEOUT = 60_000; // milliseconds of processor time

/** How often a supervised process signals that it is responsive. */
const BEAT_MILLISECONDS = 100;

/** Signals to this process's supervisor, if there is one, that it is responsive. */
export function answerSupervisor(): void {
  if (process.send === undefined) return;
  watchProcess(SILENCE_TIMEOUT);
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
