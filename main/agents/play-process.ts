import { describePlanTools, type Plan, type ThinkingTime } from '../../engine/index.ts';
import { type OutsideAgent, seconds } from '../../engine/model/index.ts';
import { playLive, type Mind } from './play-live.ts';
import { ProcessAgent } from './process-agent.ts';
import { endLine, readReady, readReply, startLine, turnLine } from './protocol.ts';
import type { Stage } from './stage.ts';

/** How the process that does the agent's part is dealt with. */
export interface Patience {
  /** How many it has at most. */
  readonly turns: number;
  /** For each answer. */
  readonly agentTimeout: number; // seconds
}

export const USUAL_PATIENCE: Patience = { turns: 200, agentTimeout: 600 };

/** How a process plays. */
export interface ProcessPlaying extends OutsideAgent, Patience {
  /** The folder that it is started in; ours when left out. */
  readonly folder?: string;
  /** Told of what it writes to its standard error, which goes to ours when left out. */
  readonly hear?: (text: string) => void;
  readonly quitting: AbortSignal;
}

/**
 * Lets a process play the agent's part of a run of `plan`. Answers why it plays no more; it has ended by then.
 *
 * @throws {Fault} when it ends unasked, takes too long, or answers what is no answer; whatever `quitting` was aborted with.
 */
export async function playProcess(
  stage: Stage,
  { name, apps, augmentation }: Pick<Plan, 'name' | 'apps' | 'augmentation'>,
  { command, thinking, agentTimeout, folder, hear, turns, quitting }: ProcessPlaying,
): Promise<string> {
  const agent = new ProcessAgent(command, agentTimeout * 1000, folder, hear);
  const tools = describePlanTools({ apps, augmentation }, 'agent');
  const mind: Mind = {
    async next(now, messages, answer, signal) {
      agent.tell(turnLine(now, messages, answer));
      const line = await agent.answer(signal);
      return readReply(line, agent.heard);
    },
  };
  try {
    agent.tell(startLine(name, stage.run.now, tools));
    readReady(await agent.answer(quitting));
    const why = await playLive(stage, mind, { tools, thinking: costing(thinking), turns, quitting });
    agent.tell(endLine(stage.run.now, why));
    return why;
  } finally {
    await agent.end();
  }
}

const costing = (thinking: OutsideAgent['thinking']): ThinkingTime =>
  typeof thinking === 'number' ? { kind: 'fixed', span: seconds(thinking) } : { kind: thinking };
