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

/** Why a run did not pass. */
export interface Shortfall {
  readonly message: string;
  readonly entry: number | undefined;
}

/** Whether a run did what its scenario asks, and where in the log that shows. */
export interface Verdict {
  readonly passed: boolean;
  readonly checks: readonly CheckResult[];
  readonly shortfalls: readonly Shortfall[];
}
