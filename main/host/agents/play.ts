import { setImmediate as pause } from 'node:timers/promises';
import {
  describePlanTools,
  type Plan,
  thinkingCost,
  type ThinkingTime,
  type ToolDescription,
} from '../../../engine/index.ts';
import {
  type Action,
  type ActionEntry,
  type AgentTurn,
  after,
  appName,
  later,
  type LogEntry,
  micros,
  type Notification,
  type Outcome,
  type OutsideAgent,
  seconds,
  type SimTime,
  type TokenCount,
} from '../../../engine/model/index.ts';
import { AgentProcess } from './agent-process.ts';
import { type Answer, endLine, readReady, readReply, type Reply, startLine, turnLine } from './protocol.ts';

/** Limits for an agent process. */
export interface AgentLimits {
  /** Most turns in a run. */
  readonly turns: number;
  /** Most time for one answer. */
  readonly agentTimeout: number; // seconds
}

export const DEFAULT_AGENT_LIMITS: AgentLimits = { turns: 200, agentTimeout: 600 };

/** Options of {@link playProcess}. */
export interface ProcessPlayOptions extends OutsideAgent, AgentLimits {
  /** Folder to start the process in; by default the current folder. */
  readonly folder?: string;
  /** Receives its standard error; the next piece is read when its promise has settled. */
  readonly onStderr?: (text: string) => void | Promise<void>;
  readonly quitting: AbortSignal;
}

/**
 * Lets a process play the agent in a run of `plan`. The process has ended when this returns.
 *
 * @returns why it stopped playing
 * @throws {ProblemError} when it ends by itself, takes too long, or sends an invalid answer.
 * @throws the reason of `quitting` when that is aborted.
 */
export async function playProcess(
  handle: RunHandle,
  { name, apps, augmentation }: Pick<Plan, 'name' | 'apps' | 'augmentation'>,
  { command, thinking, agentTimeout, folder, onStderr, turns, quitting }: ProcessPlayOptions,
): Promise<string> {
  const agent = new AgentProcess(command, agentTimeout * 1000, folder, onStderr);
  const tools = describePlanTools({ apps, augmentation }, 'agent');
  const client: AgentClient = {
    async next(now, messages, answer, signal) {
      agent.tell(turnLine(now, messages, answer));
      const line = await agent.answer(signal);
      return readReply(line, agent.answered);
    },
  };
  try {
    agent.tell(startLine(name, handle.run.now, tools));
    readReady(await agent.answer(quitting));
    const why = await playLive(handle, client, { tools, thinking: thinkingTime(thinking), turns, quitting });
    agent.tell(endLine(handle.run.now, why));
    return why;
  } finally {
    await agent.end(quitting);
  }
}

const thinkingTime = (thinking: OutsideAgent['thinking']): ThinkingTime =>
  typeof thinking === 'number' ? { kind: 'fixed', span: seconds(thinking) } : { kind: thinking };

/** An agent outside the engine that plays in a run. */
export interface AgentClient {
  /** The agent's next step, given the messages since its last step and the result of its last call. */
  next(
    now: SimTime,
    messages: readonly Notification[],
    answer: Answer | undefined,
    quitting: AbortSignal,
  ): Promise<Reply>;
}

/** Options of {@link playLive}. */
export interface PlayOptions {
  /** Tools that the agent may call. */
  readonly tools: readonly ToolDescription[];
  readonly thinking: ThinkingTime;
  /** The most turns it may take. */
  readonly turns: number;
  readonly quitting: AbortSignal;
}

/**
 * Lets `client` play the agent in the run of `handle` until it finishes, has used its turns, or no more events can occur. Its first turn
 * comes with its first message. Simulated time stands still while it thinks; then the run advances by the cost of the thought,
 * before its step is carried out. The run may go on afterwards.
 *
 * @returns why it stopped playing
 * @throws what `client` throws, and the reason of `quitting` when that is aborted.
 */
export async function playLive(
  handle: RunHandle,
  client: AgentClient,
  playing: PlayOptions,
): Promise<string> {
  const { turns, quitting, thinking, tools } = playing;
  const { run } = handle;
  let now = await waitFor(handle, run.now, undefined);
  let answer: Answer | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    if (now === undefined) return endReason(handle);
    const began = performance.now();
    const reply = await client.next(now, run.takeNotifications(), answer, quitting);
    const took = micros(Math.round((performance.now() - began) * 1000));
    run.noteTurn(turnOf(reply, now, took));
    now = await advanceTo(handle, after(now, thinkingCost(thinking, took)));
    if (now === undefined) return endReason(handle);
    if (reply.do === 'finish') return 'it has finished';
    const made: ReplyOutcome =
      reply.do === 'call' ? await call(handle, reply, now, tools) : { wait: waitOf(reply, now) };
    answer = made.answer;
    now = await advanceTo(handle, now);
    if (made.wait !== undefined && now !== undefined) now = await waitFor(handle, now, made.wait.deadline);
  }
  return `it has had its ${turns} turns`;
}

const turnOf = (
  { thought = '', tokens }: Reply,
  time: SimTime,
  took: number,
): Omit<AgentTurn, 'position'> => ({
  time,
  thought,
  elapsed: Math.round(took / 1000),
  ...(tokens === undefined ? {} : { tokens: { ...tokens } as TokenCount }),
});

const endReason = ({ run }: RunHandle): string => (run.over ? 'the run is over' : 'nothing more is to come');

/** The effect of a reply. A wait without a deadline ends with the next message. */
interface ReplyOutcome {
  readonly answer?: Answer;
  readonly wait?: Wait;
}

interface Wait {
  readonly deadline: SimTime | undefined;
}

const waitOf = ({ seconds: span }: Reply & { do: 'wait' }, now: SimTime): Wait => ({
  deadline: span === undefined ? undefined : after(now, seconds(span)),
});

/** Carries out a call. For a tool that waits, this loop does the waiting, so that the run can be repeated from its log. */
async function call(
  handle: RunHandle,
  { tool: name, args }: Reply & { do: 'call' },
  now: SimTime,
  tools: PlayOptions['tools'],
): Promise<ReplyOutcome> {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) return { answer: { tool: name, outcome: unknownTool(name) } };
  const app = appName(found.calls.app);
  const { outcome, action } = await handle.act({ app, tool: found.calls.tool, args }, now);
  const answer = { tool: name, outcome };
  const { run } = handle;
  const waits = run.apps[app]?.class === 'SystemApp' && found.calls.tool === 'wait_for_notification';
  if (!waits || outcome.status !== 'done') return { answer };
  const { timeout } = action.resolved ?? action.args;
  return { answer, wait: { deadline: after(later(now, run.now), seconds(Number(timeout))) } };
}

const unknownTool = (name: string): Outcome => ({
  status: 'failed',
  error: {
    type: 'LookupError',
    message: `There is no tool "${name}". The tools are listed in the start message.`,
  },
});

/** Fires the events due by `time`. Returns the time after them, or `undefined` when the run is over. */
async function advanceTo(handle: RunHandle, time: SimTime): Promise<SimTime | undefined> {
  await handle.advance({ to: time, untilNotified: false });
  return handle.run.over ? undefined : later(time, handle.run.now);
}

/** Advances until the agent has a message or to `deadline`. Returns the time then, or `undefined` when no message can come. */
async function waitFor(
  handle: RunHandle,
  now: SimTime,
  deadline: SimTime | undefined,
): Promise<SimTime | undefined> {
  const { run } = handle;
  await handle.advance({ to: deadline, untilNotified: true });
  if (run.over) return undefined;
  if (run.unread.length > 0) return later(now, run.now);
  return deadline === undefined ? undefined : later(deadline, run.now);
}

const SLICE_MILLISECONDS = 10;

/** How far the run advances before the agent's next turn. */
export interface Advance {
  /** Fires all events due by this time. `undefined` sets no limit but the next message. */
  readonly to: SimTime | undefined;
  /** Whether to stop as soon as the agent has a message. */
  readonly untilNotified: boolean;
}

/** The parts of a run that an agent needs. */
export interface AgentRun {
  /** The apps at its start, with their tools. */
  readonly apps: Plan['apps'];
  /** The last instant of the run; `undefined` if its scenario sets none. */
  readonly end: SimTime | undefined;
  /** Whether it ends before the next event is due. */
  readonly ending: boolean;
  /** Due time of the next event. */
  readonly next: SimTime | undefined;
  readonly now: SimTime;
  readonly over: boolean;
  /** Messages to the agent that it has not read. */
  readonly unread: readonly Notification[];
  takeNotifications(): readonly Notification[];
  /** Records the agent's thought before its next step. */
  noteTurn(turn: Omit<AgentTurn, 'position'>): void;
}

/** A run that advances when its caller says so, such as `LiveRun`. */
export interface DrivenRun extends AgentRun {
  advance(more: (entry: LogEntry) => boolean): readonly LogEntry[];
  act(actor: 'agent', action: Action, time: SimTime): readonly LogEntry[];
}

/** The run that an agent plays in, with the ways to advance it. */
export interface RunHandle {
  readonly run: AgentRun;
  /** Advances the run as far as `to` says, or until it is over. */
  advance(to: Advance): Promise<void>;
  /** Calls a tool as the agent, at `time` or at the run's current time if that is later. */
  act(action: Action, time: SimTime): Promise<ActionEntry>;
}

/** Whether `run` must fire events before `to` is reached. */
export function mustAdvance({ run }: Pick<RunHandle, 'run'>, { to, untilNotified }: Advance): boolean {
  const { over, ending, end, next, now, unread } = run;
  if (over || ending) return !over;
  // Events due at the same instant as a message fire before the agent reads it.
  const by = untilNotified && unread.length > 0 ? now : to;
  if (by === undefined) return next !== undefined;
  return (end !== undefined && by > end) || (next !== undefined && next <= by);
}

/** A handle for a run without another driver. It advances in slices and checks `quitting` between them. */
export const runHandle = (live: DrivenRun, quitting: AbortSignal): RunHandle => ({
  run: live,
  async advance(to) {
    const more = (): boolean => mustAdvance({ run: live }, to);
    while (more()) {
      const began = performance.now();
      live.advance(() => more() && performance.now() < began + SLICE_MILLISECONDS);
      await pause();
      quitting.throwIfAborted();
    }
  },
  act: (action, time) =>
    new Promise((resolve) => {
      resolve(live.act('agent', action, time).at(-1) as ActionEntry);
    }),
});
