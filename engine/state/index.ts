export { applyChanges, applyChange } from './apply.ts';
export { copyJson, originalOf, versionOf } from './copy.ts';
export { Recorder, type Savepoint } from './journal.ts';
