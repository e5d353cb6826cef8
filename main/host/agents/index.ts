export { StderrTail } from './agent-process.ts';
export { missingEngine, testModel } from './test-model.ts';
export { ModelReader } from './model-reader.ts';
export {
  type AgentLimits,
  DEFAULT_AGENT_LIMITS,
  type ExchangeRecorder,
  type ClosingMessage,
  type LiveParticipant,
  ProcessParticipant,
} from './process-participant.ts';
