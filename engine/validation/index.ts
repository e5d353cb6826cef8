export { AgentValidationMonitor } from './agent-validation.ts';
export { checkValidation, isUnfinished, VerdictTracker } from './validation.ts';
