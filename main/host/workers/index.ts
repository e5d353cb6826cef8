export { answerParent } from './answer-parent.ts';
export { Child, type Ending } from './worker-process.ts';
