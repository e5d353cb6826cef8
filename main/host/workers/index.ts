export { answerParent, answerSupervisor, callBegins, callEnds } from './answer-parent.ts';
export { askOnce, endedForMemory, TOO_LONG, WORKER, WorkerError, WorkerProcess } from './worker-process.ts';
