export { StderrTail } from './agent-process.ts';
export {
  type AgentLimits,
  DEFAULT_AGENT_LIMITS,
  type ExchangeRecorder,
  type LastWords,
  type LivingAgent,
  ProcessAgent,
  thinkingTime,
} from './process-agent.ts';
