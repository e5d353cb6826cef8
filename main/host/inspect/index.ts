export { AgentKnowledge } from './agent-knowledge.ts';
export { headOf, packRows, rowOf, rowsOf } from './log-rows.ts';
export { Plans } from './plans.ts';
export { findEntries, Indexing } from './search.ts';
export { hasOwnApps, toolsIn, toolsKept } from './tools.ts';
export { agentLines, agentLogs } from './transcript.ts';
export { trailOf } from './value-history.ts';
