export { StderrTail } from './agent-process.ts';
export {
  mustAdvance,
  type Advance,
  type AgentLimits,
  playProcess,
  type RunHandle,
  runHandle,
  DEFAULT_AGENT_LIMITS,
} from './play.ts';
