import type { ToolDescription } from '../../engine/index.ts';
import type { LiveRun } from '../runs/live-run.ts';
import { playLive, type Mind, type Playing } from './play-live.ts';
import { ProcessAgent } from './process-agent.ts';
import { endLine, readReady, readReply, startLine, turnLine } from './protocol.ts';

/** What a process is told before its first turn. */
export interface World {
  readonly scenario: string;
  readonly tools: readonly ToolDescription[];
}

/** How a process plays. */
export interface ProcessPlaying extends Omit<Playing, 'tools'> {
  readonly command: string;
  /** Milliseconds for each answer. */
  readonly patience: number;
}

/**
 * Lets the process that `command` starts play the agent's part of `live`. Answers why it plays no more; it has ended by then.
 *
 * @throws {Fault} when it ends unasked, takes too long, or answers what is no answer; whatever `quitting` was aborted with.
 */
export async function playProcess(live: LiveRun, world: World, playing: ProcessPlaying): Promise<string> {
  const agent = new ProcessAgent(playing.command, playing.patience);
  const tools = world.tools.filter(({ roles }) => roles.includes('agent'));
  const mind: Mind = {
    async next(now, messages, answer, quitting) {
      agent.tell(turnLine(now, messages, answer));
      const line = await agent.answer(quitting);
      return readReply(line, agent.heard);
    },
  };
  try {
    agent.tell(startLine(world.scenario, live.now, tools));
    readReady(await agent.answer(playing.quitting));
    const why = await playLive(live, mind, { ...playing, tools });
    agent.tell(endLine(live.now, why));
    return why;
  } finally {
    await agent.end();
  }
}
