import { Worker } from 'node:worker_threads';
import { PARENT_VARIABLE, TIMEOUT_SIGNAL } from './worker-process.ts';

/** Memory shared with the watching thread: turns of the event loop, calls of scenario code, and the limits of the current call. */
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
 * The script of a thread that watches this process while its code blocks the event loop: V8 limits the heap but not buffers, does
 * not interrupt built-in functions, and a process whose parent has exited would continue. Times are processor times, so that a
 * busy machine ends nothing. Waiting code uses none, and gets ten times as long.
 */
const WATCH_SCRIPT = `
const { workerData: { memory, silence, seen, parent } } = require('node:worker_threads');
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
  if (isSilent(turns, silence, 0) || isStuck) process.kill(process.pid, '${TIMEOUT_SIGNAL}');
  if (process.memoryUsage.rss() > memory || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 100);
`;

/** The memory in MB that a process may need besides its heap. */
const MEMORY_BESIDE_HEAP = 256; // MB

/**
 * Kills this process when it uses too much memory, is stuck in scenario code, blocks its event loop for `silence` milliseconds,
 * or its parent has exited.
 */
export function watchProcess(silence = 0): void {
  // In V8's units.
  const memory = (Number(process.env['ORRERY_MEMORY']) + MEMORY_BESIDE_HEAP) * 2 ** 20; // bytes
  // The parent may have exited before this process could ask who it is.
  const parent = Number(process.env[PARENT_VARIABLE] ?? process.ppid);
  Reflect.deleteProperty(process.env, PARENT_VARIABLE);
  new Worker(WATCH_SCRIPT, { eval: true, workerData: { memory, silence, seen, parent } }).unref();
  setInterval(() => {
    seen[TURNS]!++;
  }, BEAT_MILLISECONDS).unref();
}

/** How often a supervised process signals that it is responsive. */
export const BEAT_MILLISECONDS = 100;
