export { type Handlers, handlersFor, type ShellServices } from './handlers.ts';
export { KeptRuns } from './run-database.ts';
export { Outbox, type Send } from './signal-batcher.ts';
export { viewOf } from './workspace-calls.ts';
