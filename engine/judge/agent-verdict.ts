import type { AgentValidationEvent } from '../model/event.ts';
import type { Watched } from '../model/log-entry.ts';
import type { Shortfall, ShortfallReason } from '../model/verdict.ts';
import { checkResults, type Judged } from './judged.ts';

/** What one entry showed an agent validation. */
export interface Seen extends Watched {
  readonly entry: number;
}

/** What an agent validation that began with entry `begun` came to, read off the actions it looked at. */
export function judgeAgentValidation(
  event: AgentValidationEvent,
  begun: number | undefined,
  seen: readonly Seen[],
): Judged {
  const checks = checkResults(event, seen, seen.at(-1)?.entry ?? begun);
  return { checks, shortfalls: shortfallsOf(event, begun, seen) };
}

function shortfallsOf(
  { id, milestones }: AgentValidationEvent,
  begun: number | undefined,
  seen: readonly Seen[],
): readonly Shortfall[] {
  const short = (reason: ShortfallReason, message: string, entry: number | undefined): Shortfall => ({
    reason,
    message,
    entry,
  });
  if (begun === undefined) return [short('never_checked', `${id} never began to watch`, undefined)];

  const failures = seen
    .filter(({ verdict }) => verdict === 'failed')
    .flatMap(({ error, late, open, tripped, entry }) => {
      if (error !== undefined)
        return [
          short('broken_check', `agent-validation ${id} broke: ${error.type}: ${error.message}`, entry),
        ];
      if (late)
        return open.map((name) =>
          short('agent_validation_timeout', `the agent did not reach milestone "${name}" in time`, entry),
        );
      return tripped.map((name) =>
        short('agent_minefield', `the agent stepped on minefield "${name}"`, entry),
      );
    });
  const open = seen.at(-1)?.open ?? milestones.map(({ name }) => name);
  const missing = open.map((name) =>
    short(
      'agent_milestones_missing_at_end',
      `the agent never reached milestone "${name}"`,
      seen.at(-1)?.entry ?? begun,
    ),
  );
  return [...failures, ...missing];
}
