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

/** How the process that does the agent's part is dealt with. */
export interface AgentLimits {
  /** How many it has at most. */
  readonly turns: number;
  /** For each answer. */
  readonly agentTimeout: number; // seconds
}

export const DEFAULT_AGENT_LIMITS: AgentLimits = { turns: 200, agentTimeout: 600 };

/** How a process plays. */
export interface ProcessPlayOptions extends OutsideAgent, AgentLimits {
  /** The folder that it is started in; ours when left out. */
  readonly folder?: string;
  /** Told of what it writes to its standard error. */
  readonly onStderr?: (text: string) => void;
  readonly quitting: AbortSignal;
}

/**
 * Lets a process play the agent's part of a run of `plan`. Answers why it plays no more; it has ended by then.
 *
 * @throws {ProblemError} when it ends unasked, takes too long, or answers what is no answer; whatever `quitting` was aborted with.
 */
export async function playProcess(
  stage: RunHandle,
  { name, apps, augmentation }: Pick<Plan, 'name' | 'apps' | 'augmentation'>,
  { command, thinking, agentTimeout, folder, onStderr, turns, quitting }: ProcessPlayOptions,
): Promise<string> {
  const agent = new AgentProcess(command, agentTimeout * 1000, folder, onStderr);
  const tools = describePlanTools({ apps, augmentation }, 'agent');
  const mind: AgentClient = {
    async next(now, messages, answer, signal) {
      agent.tell(turnLine(now, messages, answer));
      const line = await agent.answer(signal);
      return readReply(line, agent.answered);
    },
  };
  try {
    agent.tell(startLine(name, stage.run.now, tools));
    readReady(await agent.answer(quitting));
    const why = await playLive(stage, mind, { tools, thinking: thinkingTime(thinking), turns, quitting });
    agent.tell(endLine(stage.run.now, why));
    return why;
  } finally {
    await agent.end();
  }
}

const thinkingTime = (thinking: OutsideAgent['thinking']): ThinkingTime =>
  typeof thinking === 'number' ? { kind: 'fixed', span: seconds(thinking) } : { kind: thinking };

/** Whoever does the agent's part of a run, outside. */
export interface AgentClient {
  /** What it does next, given what it was told since and what its last call came to. */
  next(
    now: SimTime,
    messages: readonly Notification[],
    answer: Answer | undefined,
    quitting: AbortSignal,
  ): Promise<Reply>;
}

/** How an agent plays. */
export interface PlayOptions {
  /** Those it may call. */
  readonly tools: readonly ToolDescription[];
  readonly thinking: ThinkingTime;
  /** It has no more than so many turns. */
  readonly turns: number;
  readonly quitting: AbortSignal;
}

/**
 * Lets `mind` play the agent's part on `stage` until it finishes, has had its turns, or there is nothing more to come. It has
 * its first turn when it is told something. While it thinks the world stands still; what falls due in what its thought costs
 * happens before it is carried out. Answers why it plays no more; the run may be over by then or not.
 *
 * @throws what `mind` throws, and whatever `quitting` was aborted with.
 */
export async function playLive(stage: RunHandle, mind: AgentClient, playing: PlayOptions): Promise<string> {
  const { turns, quitting, thinking, tools } = playing;
  const { run } = stage;
  let now = await waitFor(stage, run.now, undefined);
  let answer: Answer | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    if (now === undefined) return endReason(stage);
    const began = performance.now();
    const reply = await mind.next(now, run.takeNotifications(), answer, quitting);
    const took = micros(Math.round((performance.now() - began) * 1000));
    run.noteTurn(turnOf(reply, now, took));
    now = await goOn(stage, after(now, thinkingCost(thinking, took)));
    if (now === undefined) return endReason(stage);
    if (reply.do === 'finish') return 'it has finished';
    const made: ReplyOutcome =
      reply.do === 'call' ? await call(stage, reply, now, tools) : { wait: waitOf(reply, now) };
    answer = made.answer;
    now = await goOn(stage, now);
    if (made.wait !== undefined && now !== undefined) now = await waitFor(stage, now, made.wait.deadline);
  }
  return `it has had its ${turns} turns`;
}

const turnOf = (
  { thought = '', tokens }: Reply,
  time: SimTime,
  took: number,
): Omit<AgentTurn, 'position'> => ({
  ...{ time, thought, elapsed: Math.round(took / 1000) },
  ...(tokens === undefined ? {} : { tokens: { ...tokens } as TokenCount }),
});

const endReason = ({ run }: RunHandle): string => (run.over ? 'the run is over' : 'nothing more is to come');

/** What came of a reply. A wait without a deadline ends with a message. */
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

/** Carries a call out. A tool that waits leaves it to us, so that the run can be repeated from its log. */
async function call(
  stage: RunHandle,
  { tool: name, args }: Reply & { do: 'call' },
  now: SimTime,
  tools: PlayOptions['tools'],
): Promise<ReplyOutcome> {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) return { answer: { tool: name, outcome: unknownTool(name) } };
  const app = appName(found.calls.app);
  const { outcome, action } = await stage.act({ app, tool: found.calls.tool, args }, now);
  const answer = { tool: name, outcome };
  const { run } = stage;
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

/** Lets happen what is due by `time`. Answers what time it is then, `undefined` when the run is over. */
async function goOn(stage: RunHandle, time: SimTime): Promise<SimTime | undefined> {
  await stage.advance({ to: time, untilNotified: false });
  return stage.run.over ? undefined : later(time, stage.run.now);
}

/** Goes on until the agent is told something or to `deadline`. Answers what time it is, `undefined` when nothing would come. */
async function waitFor(
  stage: RunHandle,
  now: SimTime,
  deadline: SimTime | undefined,
): Promise<SimTime | undefined> {
  const { run } = stage;
  await stage.advance({ to: deadline, untilNotified: true });
  if (run.over) return undefined;
  if (run.unread.length > 0) return later(now, run.now);
  return deadline === undefined ? undefined : later(deadline, run.now);
}

const SLICE_MILLISECONDS = 10;

/** How far the run is to go on before it is the agent's turn again. */
export interface Advance {
  /** All that is due by then happens first. Without it there is no end but the next message. */
  readonly to: SimTime | undefined;
  /** Whether it ends as soon as the agent has something to read. */
  readonly untilNotified: boolean;
}

/** What an agent's side of a run needs to know of it. */
export interface AgentRun {
  /** The apps it began with, with their tools. */
  readonly apps: Plan['apps'];
  /** The last instant that belongs to it; `undefined` where its scenario sets none. */
  readonly end: SimTime | undefined;
  /** Whether it ends before anything else falls due. */
  readonly ending: boolean;
  /** When the next event is due. */
  readonly next: SimTime | undefined;
  readonly now: SimTime;
  readonly over: boolean;
  /** What the agent was told and has not read. */
  readonly unread: readonly Notification[];
  takeNotifications(): readonly Notification[];
  /** Keeps what the agent thought before what comes next. */
  noteTurn(turn: Omit<AgentTurn, 'position'>): void;
}

/** A run whose events fire when it is told to, as `LiveRun` is. */
export interface DrivenRun extends AgentRun {
  advance(more: (entry: LogEntry) => boolean): readonly LogEntry[];
  act(actor: 'agent', action: Action, time: SimTime): readonly LogEntry[];
}

/** The run that an agent plays in, as whoever drives it lets it go on. */
export interface RunHandle {
  readonly run: AgentRun;
  /** Lets the run go on as far as `to` says, or till it is over. */
  advance(to: Advance): Promise<void>;
  /** Calls a tool as the agent, at `time` or now if that is later. */
  act(action: Action, time: SimTime): Promise<ActionEntry>;
}

/** Whether something is to happen in `run` before `to` is over. */
export function mustAdvance({ run }: Pick<RunHandle, 'run'>, { to, untilNotified }: Advance): boolean {
  const { over, ending, end, next, now, unread } = run;
  if (over || ending) return !over;
  // What else is due when the agent is told something is told with it.
  const by = untilNotified && unread.length > 0 ? now : to;
  if (by === undefined) return next !== undefined;
  return (end !== undefined && by > end) || (next !== undefined && next <= by);
}

/** A run that nobody else drives: it goes on in slices, between which `quitting` is heard. */
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
