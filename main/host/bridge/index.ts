export type { CodeQuestion } from './code-questions.ts';
export { type Handlers, handlersFor, type ShellServices } from './handlers.ts';
export { RunDatabase } from './run-database.ts';
export { SignalBatcher, type Send } from './signal-batcher.ts';
export { workspaceView } from './workspace-calls.ts';
