import type { Difference } from './comparison.ts';
import type { Action } from './event.ts';
import type { EventId } from './ids.ts';
import type { SourceLocation } from './problem.ts';

/** What a milestone or minefield came to, and the entry that decided it. */
export interface CheckResult {
  readonly validation: EventId;
  readonly check: string;
  readonly kind: 'milestone' | 'minefield';
  readonly status: 'reached' | 'missed' | 'clear' | 'tripped' | 'not-checked';
  /** {@link LogEntry.index} of the check that decided it. */
  readonly entry: number | undefined;
}

/** The ways in which a run can fall short, by the words the reference has for them. */
export type ShortfallReason =
  | 'validation_timeout'
  | 'minefield'
  | 'validation_still_active'
  | 'never_checked'
  | 'agent_validation_timeout'
  | 'agent_minefield'
  | 'agent_milestones_missing_at_end'
  | 'broken_check'
  | 'action_failed';

/** Why a run did not pass. */
export interface Shortfall {
  readonly reason?: ShortfallReason;
  readonly message: string;
  readonly entry: number | undefined;
}

/** Whether a run did what its scenario asks, and where in the log that shows. */
export interface Verdict {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
}

/**
 * How the agent's calls compare with one of the oracle's. `reworded` differs only in texts that people would word in many
 * ways; `extra` is a call of the agent's that the oracle does not make.
 */
export type OracleStatus = 'matched' | 'reworded' | 'wrong-argument' | 'late' | 'early' | 'missing' | 'extra';

/** One call of the oracle's and the agent's call that stands for it, or one of both alone. */
export interface OracleMatch {
  readonly status: OracleStatus;
  /** The oracle's event; of an extra call, its own. */
  readonly event: EventId;
  /** As the oracle makes it, with the results of earlier events as far as they are known; of an extra call, as made. */
  readonly action: Action;
  /** Where the oracle's event is written. */
  readonly place: SourceLocation | undefined;
  /** The agent's call, by the index of its entry; nothing where it is missing. */
  readonly entry: number | undefined;
  /** Arguments that differ: `a` is what the oracle gives, `b` what the agent gave. */
  readonly differences: readonly Difference[];
  /** How much later than the oracle asks it came, in microseconds; negative is earlier. Nothing where no time is asked. */
  readonly offset: number | undefined;
}
