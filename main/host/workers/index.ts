export { answerParent, answerSupervisor } from './answer-parent.ts';
export { callBegins, callEnds } from './watch-process.ts';
export {
  askOnce,
  endedForMemory,
  PARENT,
  TIMEOUT_SIGNAL,
  WORKER,
  WorkerError,
  WorkerProcess,
} from './worker-process.ts';
