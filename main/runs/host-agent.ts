import type { OutsideAgent } from '../../engine/model/index.ts';
import { playProcess, USUAL_PATIENCE } from '../agents/play-process.ts';
import type { Driven } from './driven.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { Turns } from './turns.ts';

/** The process that does an agent's part from where `from` entries stand in the log, and the folder that it is started in. */
export type HostedAgent = OutsideAgent & { readonly folder: string; readonly from: number };

/** How a branch goes on. */
export interface Branching {
  readonly paused: boolean;
  /** What another agent does from there on. */
  readonly script?: string | undefined;
  /** The process that does the agent's part from there on, and the folder that it is started in. */
  readonly agent?: Omit<HostedAgent, 'from'> | undefined;
}

/**
 * Lets a process do the agent's part of `driven`, which goes on without it afterwards. In `turns` it does what it asks for;
 * `heard` is called when it has written to its standard error.
 *
 * @throws {Fault} when it ends unasked, takes too long, or answers what is no answer, while the run is not over.
 */
export async function hostAgent(
  driven: Driven,
  { plan }: Pick<PreparedRun, 'plan'>,
  agent: HostedAgent,
  turns: Turns,
  heard: () => void,
): Promise<void> {
  const guest = driven.invite(turns, agent.from);
  try {
    await guest.arrival;
    guest.quitting.throwIfAborted();
    const hear = (text: string): void => {
      driven.run.overheard.add(text);
      heard();
    };
    await playProcess(guest, plan, { ...agent, ...USUAL_PATIENCE, hear, quitting: guest.quitting });
  } catch (thrown) {
    if (!driven.run.over) throw thrown;
  } finally {
    driven.bidFarewell();
  }
}
