import { setImmediate as pause } from 'node:timers/promises';
import type { Action, ActionEntry, SimTime } from '../../engine/model/index.ts';
import type { LiveRun } from '../runs/live-run.ts';

const SLICE_MILLISECONDS = 10;

/** How far the run is to go on before it is the agent's turn again. */
export interface Leg {
  /** All that is due by then happens first. Without it there is no end but the next message. */
  readonly to: SimTime | undefined;
  /** Whether it ends as soon as the agent has something to read. */
  readonly toBeTold: boolean;
}

/** The run that an agent plays in, as whoever drives it lets it go on. */
export interface Stage {
  readonly run: Pick<
    LiveRun,
    'apps' | 'end' | 'ending' | 'next' | 'now' | 'over' | 'takeNotifications' | 'unread'
  >;
  /** Lets the run go on as far as `leg` says, or till it is over. */
  goOn(leg: Leg): Promise<void>;
  /** Calls a tool as the agent, at `time` or now if that is later. */
  act(action: Action, time: SimTime): Promise<ActionEntry>;
}

/** Whether something is to happen in `run` before `leg` is over. */
export function goesOn({ run }: Pick<Stage, 'run'>, { to, toBeTold }: Leg): boolean {
  const { over, ending, end, next, now, unread } = run;
  if (over || ending) return !over;
  // What else is due when the agent is told something is told with it.
  const by = toBeTold && unread.length > 0 ? now : to;
  if (by === undefined) return next !== undefined;
  return (end !== undefined && by > end) || (next !== undefined && next <= by);
}

/** A run that nobody else drives: it goes on in slices, between which `quitting` is heard. */
export const stageOf = (live: LiveRun, quitting: AbortSignal): Stage => ({
  run: live,
  async goOn(leg) {
    const more = (): boolean => goesOn({ run: live }, leg);
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
