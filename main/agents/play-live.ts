import { setImmediate as pause } from 'node:timers/promises';
import { costOf, type ThinkingTime, type ToolDescription } from '../../engine/index.ts';
import { appName } from '../../engine/model/ids.ts';
import type { ActionEntry } from '../../engine/model/log-entry.ts';
import type { Notification } from '../../engine/model/notification.ts';
import type { Outcome } from '../../engine/model/outcome.ts';
import { after, later, micros, seconds, type SimTime } from '../../engine/model/time.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { Answer, Reply } from './protocol.ts';

const SLICE_MILLISECONDS = 50;

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
 * Lets `mind` play the agent's part of `live` until it finishes, has had its turns, or there is nothing more to come. It has
 * its first turn when it is told something. While it thinks the world stands still; what falls due in what its thought costs
 * happens before it is carried out. Answers why it plays no more; the run may be over by then or not.
 *
 * @throws what `mind` throws, and whatever `quitting` was aborted with.
 */
export async function playLive(live: LiveRun, mind: Mind, playing: Playing): Promise<string> {
  const { turns, quitting, thinking } = playing;
  let now = await waitFor(live, live.now, undefined, quitting);
  let answer: Answer | undefined;
  for (let turn = 0; turn < turns; turn += 1) {
    if (now === undefined) return whyNoMore(live);
    const began = performance.now();
    const reply = await mind.next(now, live.takeNotifications(), answer, quitting);
    const took = micros(Math.round((performance.now() - began) * 1000));
    now = await goOn(live, after(now, costOf(thinking, took)), quitting);
    if (now === undefined) return whyNoMore(live);
    if (reply.do === 'finish') return 'it has finished';
    const made: Made =
      reply.do === 'call' ? call(live, reply, now, playing.tools) : { wait: waitOf(reply, now) };
    answer = made.answer;
    now = await goOn(live, now, quitting);
    if (made.wait !== undefined && now !== undefined)
      now = await waitFor(live, now, made.wait.deadline, quitting);
  }
  return `it has had its ${turns} turns`;
}

const whyNoMore = ({ over }: LiveRun): string => (over ? 'the run is over' : 'nothing more is to come');

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
function call(
  live: LiveRun,
  { tool: name, args }: Reply & { do: 'call' },
  now: SimTime,
  tools: Playing['tools'],
): Made {
  const found = tools.find((tool) => tool.name === name);
  if (found === undefined) return { answer: { tool: name, outcome: unknownTool(name) } };
  const app = appName(found.calls.app);
  const entry = live.act('agent', { app, tool: found.calls.tool, args }, now).at(-1) as ActionEntry;
  const answer = { tool: name, outcome: entry.outcome };
  const waits = live.apps[app]?.class === 'SystemApp' && found.calls.tool === 'wait_for_notification';
  if (!waits || entry.outcome.status !== 'done') return { answer };
  const { timeout } = entry.action.resolved ?? entry.action.args;
  return { answer, wait: { deadline: after(later(now, live.now), seconds(Number(timeout))) } };
}

const unknownTool = (name: string): Outcome => ({
  status: 'failed',
  error: {
    type: 'LookupError',
    message: `found no tool "${name}", wanted one of those told of at the start`,
  },
});

/** Fires what is due by `time`. Answers what time it is then, `undefined` when the run is over. */
async function goOn(live: LiveRun, time: SimTime, quitting: AbortSignal): Promise<SimTime | undefined> {
  const { end } = live;
  const isLate = end !== undefined && time > end;
  const more = (): boolean =>
    !live.over && (live.ending || isLate || (live.next !== undefined && live.next <= time));
  while (more()) {
    const began = performance.now();
    live.advance(() => more() && performance.now() < began + SLICE_MILLISECONDS);
    await pause();
    quitting.throwIfAborted();
  }
  return live.over ? undefined : later(time, live.now);
}

/** Goes on until the agent is told something or to `deadline`. Answers what time it is, `undefined` when nothing would come. */
async function waitFor(
  live: LiveRun,
  now: SimTime,
  deadline: SimTime | undefined,
  quitting: AbortSignal,
): Promise<SimTime | undefined> {
  let time: SimTime | undefined = now;
  while (time !== undefined && live.unread.length === 0) {
    const { next = deadline } = live;
    if (next === undefined) return undefined;
    if (deadline !== undefined && next >= deadline) return goOn(live, deadline, quitting);
    time = await goOn(live, later(time, next), quitting);
  }
  return time;
}
