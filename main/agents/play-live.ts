import { thinkingCost, type ThinkingTime, type ToolDescription } from '../../engine/index.ts';
import {
  after,
  appName,
  later,
  micros,
  type Notification,
  type Outcome,
  seconds,
  type SimTime,
} from '../../engine/model/index.ts';
import type { Answer, Reply } from './protocol.ts';
import type { Stage } from './stage.ts';

/** Whoever does the agent's part of a run, outside. */
export interface Mind {
  /** What it does next, given what it was told since and what its last call came to. */
  next(
    now: SimTime,
    messages: readonly Notification[],
    answer: Answer | undefined,
    quitting: AbortSignal,
  ): Promise<Reply>;
}

/** How an agent plays. */
export interface Playing {
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
export async function playLive(stage: Stage, mind: Mind, playing: Playing): Promise<string> {
  const { turns, quitting, thinking, tools } = playing;
  const { run } = stage;
  let now = await waitFor(stage, run.now, undefined);
  let answer: Answer | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    if (now === undefined) return whyNoMore(stage);
    const began = performance.now();
    const reply = await mind.next(now, run.takeNotifications(), answer, quitting);
    const took = micros(Math.round((performance.now() - began) * 1000));
    now = await goOn(stage, after(now, thinkingCost(thinking, took)));
    if (now === undefined) return whyNoMore(stage);
    if (reply.do === 'finish') return 'it has finished';
    const made: Made =
      reply.do === 'call' ? await call(stage, reply, now, tools) : { wait: waitOf(reply, now) };
    answer = made.answer;
    now = await goOn(stage, now);
    if (made.wait !== undefined && now !== undefined) now = await waitFor(stage, now, made.wait.deadline);
  }
  return `it has had its ${turns} turns`;
}

const whyNoMore = ({ run }: Stage): string => (run.over ? 'the run is over' : 'nothing more is to come');

/** What came of a reply. A wait without a deadline ends with a message. */
interface Made {
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
  stage: Stage,
  { tool: name, args }: Reply & { do: 'call' },
  now: SimTime,
  tools: Playing['tools'],
): Promise<Made> {
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
    message: `found no tool "${name}", wanted one of those told of at the start`,
  },
});

/** Lets happen what is due by `time`. Answers what time it is then, `undefined` when the run is over. */
async function goOn(stage: Stage, time: SimTime): Promise<SimTime | undefined> {
  await stage.goOn({ to: time, toBeTold: false });
  return stage.run.over ? undefined : later(time, stage.run.now);
}

/** Goes on until the agent is told something or to `deadline`. Answers what time it is, `undefined` when nothing would come. */
async function waitFor(
  stage: Stage,
  now: SimTime,
  deadline: SimTime | undefined,
): Promise<SimTime | undefined> {
  const { run } = stage;
  await stage.goOn({ to: deadline, toBeTold: true });
  if (run.over) return undefined;
  if (run.unread.length > 0) return later(now, run.now);
  return deadline === undefined ? undefined : later(deadline, run.now);
}
