import type { Action, ActionEntry, LogEntry, OutsideAgent, SimTime } from '../../../engine/model/index.ts';
import { type Advance, playProcess, type RunHandle, DEFAULT_AGENT_LIMITS } from '../agents/index.ts';
import { ProblemError } from '../system/index.ts';
import type { LiveRun } from './live-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import type { RunDriver } from './run-driver.ts';
import type { RunScheduler } from './run-scheduler.ts';

/** A call of the agent's, at a time of its own. */
export interface ToolCall {
  readonly action: Action;
  readonly time: SimTime;
}

/** What an agent waits for: that the run goes on so far, or that a call of its own is carried out. */
export type AgentRequest = { readonly leg: Advance } | { readonly visit: ToolCall };

interface PendingRequest {
  readonly request: AgentRequest;
  readonly resolve: (logged: readonly LogEntry[]) => void;
  readonly reject: (thrown: unknown) => void;
}

/** The agent of a run that goes on with others, at its own pace, and may be paused: it asks, and is answered in its turn. */
export class AgentSession implements RunHandle {
  readonly run: LiveRun;
  /** Says that the run has come to where its part begins. */
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

  /** Aborted when the run is over without it. */
  get quitting(): AbortSignal {
    return this.#ending.signal;
  }

  /** What it waits for; `undefined` while it thinks. */
  get request(): AgentRequest | undefined {
    return this.#pending?.request;
  }

  async advance(leg: Advance): Promise<void> {
    await this.#ask({ leg });
  }

  async act(action: Action, time: SimTime): Promise<ActionEntry> {
    const logged = await this.#ask({ visit: { action, time } });
    return logged.at(-1) as ActionEntry;
  }

  /** Its errand is done, and `logged` came of it: it may think again. */
  answer(logged: readonly LogEntry[]): void {
    this.#take()?.resolve(logged);
  }

  /** Its errand came to an error. */
  fail(thrown: unknown): void {
    this.#take()?.reject(thrown);
  }

  /** The run is over: whatever it waits for or thinks of comes to nothing. */
  end(): void {
    const pending = this.#take();
    if (pending !== undefined && 'leg' in pending.request) pending.resolve([]);
    const over = new ProblemError('run-not-in-motion', `Run ${this.run.id} is over`);
    pending?.reject(over);
    this.#ending.abort(over);
    this.begin();
  }

  /** What it waits for, no longer. */
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

/** The process that does an agent's part from where `from` entries stand in the log, and the folder that it is started in. */
export type AgentProcessOptions = OutsideAgent & { readonly folder: string; readonly from: number };

/** How a branch goes on. */
export interface BranchOptions {
  readonly paused: boolean;
  /** What another agent does from there on. */
  readonly script?: string | undefined;
  /** The process that does the agent's part from there on, and the folder that it is started in. */
  readonly agent?: Omit<AgentProcessOptions, 'from'> | undefined;
}

/**
 * Lets a process do the agent's part of the run of `driver`, which goes on without it afterwards. In turns of `scheduler` it does what it asks for;
 * `onStderrChange` is called when it has written to its standard error.
 *
 * @throws {ProblemError} when it ends unasked, takes too long, or answers what is no answer, while the run is not over.
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
