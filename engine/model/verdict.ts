import type { Difference } from './comparison.ts';
import type { Action } from './event.ts';
import type { EventId } from './ids.ts';
import type { SourceLocation } from './problem.ts';

/** The result of a milestone or minefield, and the entry that decided it. */
export interface CheckResult {
  readonly validation: EventId;
  readonly check: string;
  readonly kind: 'milestone' | 'minefield';
  readonly status: 'reached' | 'missed' | 'clear' | 'tripped' | 'not-checked';
  /** {@link LogEntry.index} of the check that decided it. */
  readonly entry: number | undefined;
}

/** Why a run can fail, in the reference's words. */
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

/** Whether a run passed its scenario's checks, and which entries show it. */
export interface Verdict {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
}

/**
 * How the agent's calls compare with a call of the oracle's. `reworded` differs only in free text; `extra` is a call
 * that the oracle does not make.
 */
export type OracleStatus = 'matched' | 'reworded' | 'wrong-argument' | 'late' | 'early' | 'missing' | 'extra';

/** A call of the oracle's and the agent's call that matches it, or one of the two alone. */
export interface OracleMatch {
  readonly status: OracleStatus;
  /** The oracle's event; for an extra call, the agent's. */
  readonly event: EventId;
  /** The oracle's call with known results filled in; for an extra call, the agent's call. */
  readonly action: Action;
  /** Where the scenario declares the oracle's event. */
  readonly place: SourceLocation | undefined;
  /** The entry of the agent's call; `undefined` when it is missing. */
  readonly entry: number | undefined;
  /** Arguments that differ: `a` is the oracle's value, `b` the agent's. */
  readonly differences: readonly Difference[];
  /** How much later than asked it came, in microseconds, negative when earlier; `undefined` when no time is asked. */
  readonly offset: number | undefined;
}
