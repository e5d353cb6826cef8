export { Watch } from './agent-validation.ts';
export { checkValidation, isUnfinished, Judge } from './validation.ts';
