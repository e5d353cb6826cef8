export { AgentValidationMonitor } from './agent-validation.ts';
export { compareFinalStates, type FinalState } from './final-state.ts';
export { checkValidation, isUnfinished, VerdictTracker } from './validation.ts';
export { checksOf, combineVerdict, earlyFailure, hasJudge } from './verdict.ts';
export { askWatched } from './condition-reads.ts';
