export { StderrTail } from './agent-process.ts';
export {
  type AgentLimits,
  DEFAULT_AGENT_LIMITS,
  type ExchangeRecorder,
  type LivingAgent,
  ProcessAgent,
} from './process-agent.ts';
