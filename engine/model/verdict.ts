import type { EventId } from './ids.ts';

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
