import type { Asked } from '../../../engine/index.ts';
import {
  DEFAULT_AGENT_LIMITS,
  type ExchangeRecorder,
  type LiveParticipant,
  ProcessParticipant,
} from '../agents/index.ts';
import type { PreparedRun } from './prepare-run.ts';

/** The agent and user that play in a run. */
export type Players = Readonly<Partial<Record<Asked, LiveParticipant | undefined>>>;

interface ProcessPlayers {
  /** The folder in which processes start. */
  readonly folder?: string | undefined;
  readonly agentTimeout?: number | undefined; // seconds
  readonly recorder: ExchangeRecorder;
  readonly onStderr: (text: string) => void | Promise<void>;
}

/** The processes of the live agent and user that a run's choices name. */
export const processPlayers = (
  { plan, choices, living }: Pick<PreparedRun, 'plan' | 'choices' | 'living'>,
  { agentTimeout = DEFAULT_AGENT_LIMITS.agentTimeout, ...options }: ProcessPlayers,
): Players =>
  Object.fromEntries(
    living.flatMap((by) => {
      const player = choices[by];
      return player === undefined
        ? []
        : [[by, new ProcessParticipant(plan, { ...player, ...options, agentTimeout, by })] as const];
    }),
  );
