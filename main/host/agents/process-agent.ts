import {
  describePlanTools,
  type PastTurn,
  type Plan,
  thinkingCost,
  type ThinkingTime,
} from '../../../engine/index.ts';
import {
  type AgentAct,
  type AgentAnswer,
  micros,
  type OutsideAgent,
  type Question,
  seconds,
  type SimTime,
} from '../../../engine/model/index.ts';
import { AgentProcess } from './agent-process.ts';
import { endLine, readReady, readReply, type Reply, startLine, turnLine } from './protocol.ts';

/** Whoever answers the questions of a run while it goes on. */
export interface LivingAgent {
  /** Prepares for the first question at simulated time `now`, with the turns that were before. */
  start(now: SimTime, history: readonly PastTurn[], quitting: AbortSignal): Promise<void>;
  answer(question: Question, quitting: AbortSignal): Promise<AgentAnswer>;
  /** Says why nothing more is asked, and waits until it has ended. */
  end(now: SimTime, why: string | undefined, quitting: AbortSignal): Promise<void>;
}

/** Limits for an agent process. */
export interface AgentLimits {
  /** Most turns in a run. */
  readonly turns: number;
  /** Most time for one answer. */
  readonly agentTimeout: number; // seconds
}

export const DEFAULT_AGENT_LIMITS: AgentLimits = { turns: 200, agentTimeout: 600 };

/** How a process is started. */
export interface ProcessOptions extends OutsideAgent {
  /** Most time for one answer. */
  readonly agentTimeout: number; // seconds
  /** Folder to start the process in; by default the current folder. */
  readonly folder?: string | undefined;
  /** Receives its standard error; the next piece is read when its promise has settled. */
  readonly onStderr?: (text: string) => void | Promise<void>;
}

/**
 * An agent in a process of its own, with which lines of JSON are exchanged; see docs/agents.md. Its methods throw a
 * {@link ProblemError} when the process ends by itself, takes too long, or sends an invalid line, and the reason of `quitting`
 * when that is aborted.
 */
export class ProcessAgent implements LivingAgent {
  readonly #plan: Pick<Plan, 'name' | 'apps' | 'augmentation'>;
  readonly #options: ProcessOptions;
  #process: AgentProcess | undefined;

  constructor(plan: Pick<Plan, 'name' | 'apps' | 'augmentation'>, options: ProcessOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  async start(now: SimTime, history: readonly PastTurn[], quitting: AbortSignal): Promise<void> {
    const { command, agentTimeout, folder, onStderr } = this.#options;
    const process = new AgentProcess(command, agentTimeout * 1000, folder, onStderr);
    this.#process = process;
    process.tell(startLine(this.#plan.name, now, describePlanTools(this.#plan, 'agent'), history));
    readReady(await process.answer(quitting));
  }

  async answer(question: Question, quitting: AbortSignal): Promise<AgentAnswer> {
    const process = this.#process!;
    const began = performance.now();
    process.tell(turnLine(question));
    const reply = readReply(await process.answer(quitting), process.answered);
    const took = micros(Math.round((performance.now() - began) * 1000));
    const { thought = '', tokens } = reply;
    return {
      act: actOf(reply),
      thinking: thinkingCost(thinkingTime(this.#options.thinking), took),
      thought,
      elapsed: Math.round(took / 1000),
      ...(tokens === undefined ? {} : { tokens: { ...tokens } as NonNullable<AgentAnswer['tokens']> }),
    };
  }

  async end(now: SimTime, why: string | undefined, quitting: AbortSignal): Promise<void> {
    if (why !== undefined) this.#process?.tell(endLine(now, why));
    await this.#process?.end(quitting);
  }
}

const thinkingTime = (thinking: OutsideAgent['thinking']): ThinkingTime =>
  typeof thinking === 'number' ? { kind: 'fixed', span: seconds(thinking) } : { kind: thinking };

function actOf(reply: Reply): AgentAct {
  switch (reply.do) {
    case 'call':
      return { kind: 'call', tool: reply.tool, args: reply.args };
    case 'wait':
      return reply.seconds === undefined ? { kind: 'wait' } : { kind: 'wait', span: seconds(reply.seconds) };
    case 'finish':
      return { kind: 'finish' };
  }
}
