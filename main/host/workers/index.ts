export { answerParent, answerSupervisor, BEAT_MILLISECONDS } from './answer-parent.ts';
export { askOnce, endedForMemory, WORKER, WorkerError, WorkerProcess } from './worker-process.ts';
