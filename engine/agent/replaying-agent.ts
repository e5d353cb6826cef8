import type { LogEntry } from '../model/log-entry.ts';
import { scriptedAgent } from './scripted-agent.ts';
import type { Agent, Move } from './agent.ts';

/**
 * An agent that does again what the agent did in `log`, at the same times and with the arguments that were used then.
 * With the log of a run in oracle mode it is the oracle as an agent.
 */
export const replayingAgent = (log: readonly LogEntry[]): Agent => scriptedAgent(log.flatMap(movesOf));

function movesOf(entry: LogEntry): readonly Move[] {
  if (entry.kind !== 'agent' || entry.outcome.status === 'skipped') return [];
  const { app, tool, args, resolved = args } = entry.action;
  return [
    { kind: 'wait-until', time: entry.due },
    { kind: 'act', action: { app, tool, args: resolved } },
  ];
}
