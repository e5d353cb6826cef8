export { answerParent, answerSupervisor, BEAT_MILLISECONDS } from './answer-parent.ts';
export { Child, type Ending, endedForMemory } from './worker-process.ts';
