import { seconds } from '../../engine/model/time.ts';
import type { OutsideAgent } from '../../engine/model/run.ts';
import { describeTools, type ThinkingTime } from '../../engine/index.ts';
import { playProcess } from '../agents/play-process.ts';
import { Fault } from '../fault.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { PreparedRun } from '../runs/prepared-run.ts';
import { tell } from './print.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** How the process that does the agent's part is dealt with. */
export interface Patience {
  /** How many it has at most. */
  readonly turns?: number;
  /** For each answer. */
  readonly agentTimeout?: number; // seconds
}

export const USUAL_PATIENCE = { turns: 200, agentTimeout: 600 };

/** Lets a process play the agent's part of `live`. What goes wrong with it is told, and ends the run where it is. */
export async function playAgent(
  live: LiveRun,
  { plan }: Pick<PreparedRun, 'plan'>,
  { command, thinking }: OutsideAgent,
  patience: Patience,
): Promise<void> {
  const tools = Object.entries(plan.apps).flatMap(([name, app]) =>
    describeTools(name, app.tools, plan.augmentation.tools),
  );
  const { turns, agentTimeout } = { ...USUAL_PATIENCE, ...patience };
  const manner = { command, thinking: costing(thinking), turns, patience: agentTimeout * 1000 };
  await untilInterrupted(async (quitting) => {
    try {
      const why = await playProcess(live, { scenario: plan.name, tools }, { ...manner, quitting });
      // It may have been while the process took its leave.
      quitting.throwIfAborted();
      tell(`agent: ${why}`);
    } catch (thrown) {
      if (!(thrown instanceof Fault) && !quitting.aborted) throw thrown;
      const reason = quitting.aborted ? String(quitting.reason) : (thrown as Fault).message;
      tell(reason);
      if (!live.over) live.abandon(reason);
    }
  });
}

const costing = (thinking: OutsideAgent['thinking']): ThinkingTime =>
  typeof thinking === 'number' ? { kind: 'fixed', span: seconds(thinking) } : { kind: thinking };
