export { advance, apply } from './apply.ts';
export { copyJson, originalOf } from './copy.ts';
export { type Mark, Recorder } from './journal.ts';
