import { type CompletedEvent, MESSAGE_TO_USER, toolName } from './events.ts';

/** The number of calls of each tool in a turn on both sides, without messages to the user. */
export interface ToolCounts {
  /** In the order of the first call. */
  readonly agent: ReadonlyMap<string, number>;
  readonly oracle: ReadonlyMap<string, number>;
  readonly agentMessages: number;
  readonly oracleMessages: number;
}

/** Counts the calls of a turn on both sides. Calls of the environment and the user count, too. */
export function toolCounts(agent: readonly CompletedEvent[], oracle: readonly CompletedEvent[]): ToolCounts {
  const [agentTools, oracleTools] = [countByTool(agent), countByTool(oracle)];
  const [agentMessages, oracleMessages] = [agentTools, oracleTools].map((counts) => {
    const messages = counts.get(MESSAGE_TO_USER) ?? 0;
    counts.delete(MESSAGE_TO_USER);
    return messages;
  });
  return {
    agent: agentTools,
    oracle: oracleTools,
    agentMessages: agentMessages!,
    oracleMessages: oracleMessages!,
  };
}

function countByTool(events: readonly CompletedEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(toolName(event), (counts.get(toolName(event)) ?? 0) + 1);
  return counts;
}

/** Whether the agent called each tool as often as the oracle, and sent no fewer messages and at most `extraMessages` more. */
export const areCountsAccepted = (
  { agent, oracle, agentMessages, oracleMessages }: ToolCounts,
  extraMessages: number,
): boolean =>
  agent.size === oracle.size &&
  [...oracle].every(([tool, count]) => agent.get(tool) === count) &&
  oracleMessages <= agentMessages &&
  agentMessages <= oracleMessages + extraMessages;
