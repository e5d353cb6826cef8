export { answerParent, answerSupervisor } from './answer-parent.ts';
export { callBegins, callEnds } from './watch-process.ts';
export {
  askOnce,
  endedForMemory,
  PARENT_VARIABLE,
  TIMEOUT_SIGNAL,
  WORKER_SCRIPT,
  WorkerError,
  WorkerProcess,
} from './worker-process.ts';
