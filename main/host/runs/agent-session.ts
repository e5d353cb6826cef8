import type { Action, ActionEntry, LogEntry, OutsideAgent, SimTime } from '../../../engine/model/index.ts';
import { type Advance, playProcess, type RunHandle, DEFAULT_AGENT_LIMITS } from '../agents/index.ts';
import { ProblemError } from '../system/index.ts';
import type { LiveRun } from './live-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunDriver, RunScheduler } from './run-driver.ts';

/** A call by the agent at a simulated time. */
export interface ToolCall {
  readonly action: Action;
  readonly time: SimTime;
}

/** A request of the agent: to advance the run, or to carry out a call. */
export type AgentRequest = { readonly advance: Advance } | { readonly call: ToolCall };

interface PendingRequest {
  readonly request: AgentRequest;
  readonly resolve: (logged: readonly LogEntry[]) => void;
  readonly reject: (thrown: unknown) => void;
}

/**
 * The agent's side of a run that shares the process with others and may be paused. The agent's requests are carried out in the
 * run's turns.
 */
export class AgentSession implements RunHandle {
  readonly run: LiveRun;
  /** Resolves {@link begun}, when the run has reached the agent's first entry. */
  begin!: () => void;
  readonly begun = new Promise<void>((resolve) => {
    this.begin = resolve;
  });
  readonly #onRequest: () => void;
  readonly #ending = new AbortController();
  #pending: PendingRequest | undefined;

  /** `onRequest` is called for each request of the agent. */
  constructor(run: LiveRun, onRequest: () => void) {
    this.run = run;
    this.#onRequest = onRequest;
  }

  /** Aborted when the run is over. */
  get quitting(): AbortSignal {
    return this.#ending.signal;
  }

  /** The open request; `undefined` while the agent thinks. */
  get request(): AgentRequest | undefined {
    return this.#pending?.request;
  }

  async advance(request: Advance): Promise<void> {
    await this.#ask({ advance: request });
  }

  async act(action: Action, time: SimTime): Promise<ActionEntry> {
    const logged = await this.#ask({ call: { action, time } });
    return logged.at(-1) as ActionEntry;
  }

  /** Completes the agent's request with the entries it logged. */
  answer(logged: readonly LogEntry[]): void {
    this.#take()?.resolve(logged);
  }

  /** Fails the agent's request. */
  fail(thrown: unknown): void {
    this.#take()?.reject(thrown);
  }

  /** Ends the session because the run is over. */
  end(): void {
    const pending = this.#take();
    if (pending !== undefined && 'advance' in pending.request) pending.resolve([]);
    const over = new ProblemError('run-not-active', `Run ${this.run.id} is over`);
    pending?.reject(over);
    this.#ending.abort(over);
    this.begin();
  }

  /** Removes and returns the open request. */
  #take(): PendingRequest | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #ask(request: AgentRequest): Promise<readonly LogEntry[]> {
    this.#ending.signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      this.#pending = { request, resolve, reject };
      this.#onRequest();
    });
  }
}

/** The process that plays the agent from entry `from` on, and its working folder. */
export type AgentProcessOptions = OutsideAgent & { readonly folder: string; readonly from: number };

/** How a branch continues. */
export interface BranchOptions {
  readonly paused: boolean;
  /** The script that the agent follows from there on. */
  readonly script?: string | undefined;
  /** The process that plays the agent from there on, and its working folder. */
  readonly agent?: Omit<AgentProcessOptions, 'from'> | undefined;
}

/**
 * Lets a process play the agent in the run of `driver`, which continues without it afterwards. Its requests are carried out in
 * the turns of `scheduler`. `onStderrChange` is called when it writes to its standard error.
 *
 * @throws {ProblemError} when it ends by itself, takes too long, or sends an invalid answer before the run is over.
 */
export async function runAgentProcess(
  driver: RunDriver,
  { plan }: Pick<PreparedRun, 'plan'>,
  agent: AgentProcessOptions,
  scheduler: RunScheduler,
  onStderrChange: () => void,
): Promise<void> {
  const session = driver.attachAgent(scheduler, agent.from);
  try {
    await session.begun;
    session.quitting.throwIfAborted();
    const onStderr = (text: string): void => {
      driver.run.agentStderr.add(text);
      onStderrChange();
    };
    await playProcess(session, plan, {
      ...agent,
      ...DEFAULT_AGENT_LIMITS,
      onStderr,
      quitting: session.quitting,
    });
  } catch (thrown) {
    if (!driver.run.over) throw thrown;
  } finally {
    driver.detachAgent();
  }
}
