import { fileURLToPath } from 'node:url';
import { type Asked, describePlanTools, type PastTurn, type Plan } from '../../../engine/index.ts';
import {
  type AgentAct,
  type AgentAnswer,
  ASKER_LABELS,
  micros,
  type ModelAnswer,
  type ModelExchange,
  type ModelRequest,
  type ModelUsage,
  type OutsideAgent,
  type Question,
  seconds,
  type SimTime,
  thinkingCost,
  type TokenCount,
} from '../../../engine/model/index.ts';
import { ProblemError, quotedForUnix, settingsFolder } from '../system/index.ts';
import { AgentProcess } from './agent-process.ts';
import {
  type AnswerLine,
  endLine,
  permissionLine,
  readReady,
  readAgentLine,
  type AgentReply,
  type RequestLine,
  startLine,
  turnLine,
} from './protocol.ts';

/** An agent or user that answers the questions of a run while the run goes on. */
export interface LiveParticipant {
  /** Prepares for the first question at simulated time `now`. `history` has the earlier turns. */
  start(now: SimTime, history: readonly PastTurn[], quitting: AbortSignal): Promise<void>;
  answer(question: Question, quitting: AbortSignal): Promise<AgentAnswer>;
  /** Tells the agent why no more questions follow, and waits until it has ended. `last` has what no question contained. */
  end(last: ClosingMessage, quitting: AbortSignal): Promise<void>;
}

/** The last message of a conversation with an agent. */
export interface ClosingMessage extends Question {
  /** The reason for the end; `undefined` if the agent was stopped while it worked. */
  readonly why: string | undefined;
}

/** Records an agent's requests to its model, and answers them from the record. */
export interface ExchangeRecorder {
  /** The recorded answer to a request of the current turn; `undefined` if the agent must ask the model. */
  recorded(request: ModelRequest, quitting: AbortSignal): Promise<ModelAnswer | undefined>;
  /** Aborted, with the reason, when the run has reached its time limit. */
  readonly late?: AbortSignal | undefined;
  /** Records an exchange. Returns the answer to carry out, which a person may have changed; `undefined` if there is none. */
  keep(exchange: Omit<ModelExchange, 'hash'>, quitting: AbortSignal): Promise<ModelAnswer | undefined>;
  /** Ends the current turn, and returns the ids of its exchanges. */
  take(): readonly number[];
  /** The answers of earlier exchanges. */
  answersOf(exchanges: readonly number[]): readonly ModelAnswer[];
}

/** Limits for an agent process. */
export interface AgentLimits {
  /** The maximum number of turns in a run. */
  readonly turns: number;
  /** The maximum time for one answer. */
  readonly agentTimeout: number; // seconds
}

export const DEFAULT_AGENT_LIMITS: AgentLimits = { turns: 200, agentTimeout: 600 };

/** How an agent process is started. */
export interface ProcessOptions extends OutsideAgent {
  /** Which participant the process plays; the agent by default. */
  readonly by?: Asked | undefined;
  /** The maximum time for one answer. */
  readonly agentTimeout: number; // seconds
  /** The folder in which the process starts; by default the current folder. */
  readonly folder?: string | undefined;
  /** Records the agent's requests to its model; when left out, they are not recorded. */
  readonly recorder?: ExchangeRecorder | undefined;
  /** Receives the process's standard error; the next piece is read when its promise has settled. */
  readonly onStderr?: (text: string) => void | Promise<void>;
}

/**
 * An agent in a process of its own that exchanges lines of JSON; see docs/agents.md. Its methods throw a {@link ProblemError}
 * when the process ends by itself, takes too long, or sends an invalid line, and the reason of `quitting` when that is aborted.
 */
export class ProcessParticipant implements LiveParticipant {
  readonly #plan: Pick<Plan, 'name' | 'start' | 'apps' | 'augmentation'>;
  readonly #options: ProcessOptions;
  #process: AgentProcess | undefined;
  readonly #requests: RecordedRequests;
  /** The token usage of the current turn's answered requests. */
  #usages: AnswerLine['usage'][] = [];

  constructor(plan: Pick<Plan, 'name' | 'start' | 'apps' | 'augmentation'>, options: ProcessOptions) {
    this.#plan = plan;
    this.#options = options;
    const { by = 'agent', model } = options;
    this.#requests = new RecordedRequests(options.recorder, { by, price: model?.price });
  }

  async start(_now: SimTime, history: readonly PastTurn[], quitting: AbortSignal): Promise<void> {
    const { by = 'agent', command, model, agentTimeout, folder, recorder, onStderr } = this.#options;
    const process = new AgentProcess(
      model === undefined ? command : modelAgent(),
      agentTimeout * 1000,
      folder,
      onStderr,
      by,
    );
    this.#process = process;
    const tools = describePlanTools(this.#plan, by);
    const answersOf = (exchanges: readonly number[]): readonly ModelAnswer[] =>
      recorder?.answersOf(exchanges) ?? [];
    // Of a run that goes on, too: its model is asked what it would be asked without a break.
    const { name, start } = this.#plan;
    process.tell(startLine(name, start, tools, history, model, answersOf, by));
    readReady(await process.answer(quitting));
  }

  async answer(question: Question, quitting: AbortSignal): Promise<AgentAnswer> {
    const process = this.#process!;
    const began = performance.now();
    process.tell(turnLine(question));
    const { late } = this.#options.recorder ?? {};
    const reply = await this.#reply(
      process,
      late === undefined ? quitting : AbortSignal.any([quitting, late]),
    );
    const took = micros(Math.round((performance.now() - began - this.#requests.takeWaited()) * 1000));
    const { thought = '', tokens = turnTokens(this.#usages) } = reply;
    const exchanges = this.#options.recorder?.take() ?? [];
    return {
      act: replyAct(reply),
      thinking: thinkingCost(this.#options.thinking, took),
      thought,
      elapsed: Math.round(took / 1000),
      ...(tokens === undefined ? {} : { tokens: { ...tokens } as NonNullable<AgentAnswer['tokens']> }),
      ...(exchanges.length === 0 ? {} : { exchanges }),
    };
  }

  /** The agent's next reply. Before it, the agent may ask its model. */
  async #reply(process: AgentProcess, quitting: AbortSignal): Promise<AgentReply> {
    this.#usages = [];
    for (;;) {
      const said = readAgentLine(await process.answer(quitting), process.answered);
      switch (said.do) {
        case 'request':
          process.tell(await this.#requests.permission(said, quitting));
          break;
        case 'answered': {
          if (said.answer !== undefined) this.#usages.push(said.usage);
          const answer = await this.#requests.keep(said, quitting);
          if (this.#options.model !== undefined) process.tell(permissionLine(answer));
          break;
        }
        case 'call':
        case 'wait':
        case 'finish':
          return said;
      }
    }
  }

  async end({ time, why }: ClosingMessage, quitting: AbortSignal): Promise<void> {
    if (why !== undefined) this.#process?.tell(endLine(time, why));
    await this.#process?.end(quitting);
  }
}

/** The total tokens of requests; counts that are unknown for any request are left out. */
function turnTokens(usages: readonly AnswerLine['usage'][]): TokenCount | undefined {
  const whole = (field: 'input' | 'output'): TokenCount =>
    usages.every((one) => one[field] !== undefined)
      ? { [field]: usages.reduce((sum, one) => sum + one[field]!, 0) }
      : {};
  const tokens = { ...whole('input'), ...whole('output') };
  return usages.length === 0 || Object.keys(tokens).length === 0 ? undefined : tokens;
}

/** The requests of a process to its model, which are recorded, or answered from the record. */
export class RecordedRequests {
  readonly #recorder: ExchangeRecorder | undefined;
  readonly #asker: Pick<ModelExchange, 'by' | 'price'>;
  /** The last request, and the time when the process was allowed to ask the model. */
  #request: ModelRequest = { messages: [], body: {} };
  #askedAt = 0;
  /** Wall-clock time for which the recorder delayed the process, for example while a person reads. */
  #waited = 0; // milliseconds

  constructor(recorder: ExchangeRecorder | undefined, asker: Pick<ModelExchange, 'by' | 'price'>) {
    this.#recorder = recorder;
    this.#asker = asker;
  }

  /** The line that answers a request. */
  async permission(said: RequestLine, quitting: AbortSignal): Promise<string> {
    const { messages } = this.#request;
    this.#request = { messages: [...messages.slice(0, said.from), ...said.messages], body: said.body };
    const answer = await this.#waitFor(this.#recorder?.recorded(this.#request, quitting));
    this.#askedAt = Date.now();
    return permissionLine(answer);
  }

  /**
   * Records the result of the last request. Returns the answer to carry out.
   * @throws {ProblemError} when the model gave none.
   */
  async keep(
    { answer, usage, raw, server, elapsed, failed }: AnswerLine,
    quitting: AbortSignal,
  ): Promise<ModelAnswer> {
    const exchange = {
      ...this.#asker,
      raw,
      server,
      elapsed,
      failed,
      request: this.#request,
      askedAt: this.#askedAt,
      // JSON has no undefined fields.
      usage: usage as ModelUsage,
      answer: answer as ModelAnswer | undefined,
    };
    const kept = await this.#waitFor(this.#recorder?.keep(exchange, quitting));
    const carriedOut = kept ?? exchange.answer;
    if (carriedOut !== undefined) return carriedOut;
    throw new ProblemError(
      'model-failed',
      `The ${ASKER_LABELS[this.#asker.by]} gave no answer. ${failed.at(-1)?.error ?? ''}`,
    );
  }

  /** Returns the time for which the recorder delayed the process since the last call. */
  takeWaited(): number {
    const waited = this.#waited;
    this.#waited = 0;
    return waited;
  }

  async #waitFor<Answer>(work: Promise<Answer> | undefined): Promise<Answer | undefined> {
    const began = performance.now();
    try {
      return await work;
    } finally {
      this.#waited += performance.now() - began;
    }
  }
}

/** The command that starts Orrery's own agent, which asks a model. */
export function modelAgent(): string {
  const program = fileURLToPath(new URL('./model-agent.js', import.meta.url));
  const words = [process.execPath, program, settingsFolder()].map(quotedForUnix);
  return `ELECTRON_RUN_AS_NODE=1 exec ${words.join(' ')}`;
}

function replyAct(reply: AgentReply): AgentAct {
  switch (reply.do) {
    case 'call':
      return { kind: 'call', tool: reply.tool, args: reply.args };
    case 'wait':
      return reply.seconds === undefined ? { kind: 'wait' } : { kind: 'wait', span: seconds(reply.seconds) };
    case 'finish':
      return { kind: 'finish' };
  }
}
