export { VerdictView } from './verdict.tsx';
export { VerifyCommand } from './verification.tsx';
