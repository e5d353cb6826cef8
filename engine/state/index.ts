export { applyChange, applyChanges, canApply } from './apply.ts';
export { copyJson, MAX_VALUES, type OnNegativeZero, refuseNegativeZero, versionOf } from './copy.ts';
export { Recorder, type Savepoint } from './journal.ts';
export { DerivedValue, readOnly, type ReadOnly } from './read-only.ts';
