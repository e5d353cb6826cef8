import type { OutsideAgent } from '../../engine/model/index.ts';
import { playProcess, USUAL_PATIENCE, type Patience } from '../agents/play-process.ts';
import { stageOf } from '../agents/stage.ts';
import { Fault } from '../fault.ts';
import type { LiveRun } from '../runs/live-run.ts';
import type { PreparedRun } from '../runs/prepared-run.ts';
import { tell } from './print.ts';
import { untilInterrupted } from './until-interrupted.ts';

/** Lets a process play the agent's part of `live`. What goes wrong with it is told, and ends the run where it is. */
export async function playAgent(
  live: LiveRun,
  { plan }: Pick<PreparedRun, 'plan'>,
  agent: OutsideAgent,
  patience: Partial<Patience>,
): Promise<void> {
  await untilInterrupted(async (quitting) => {
    try {
      const { turns, agentTimeout } = { ...USUAL_PATIENCE, ...patience };
      const playing = { ...agent, turns, agentTimeout, quitting };
      const why = await playProcess(stageOf(live, quitting), plan, playing);
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
