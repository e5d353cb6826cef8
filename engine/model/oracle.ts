import type { Action } from './action.ts';
import type { Difference } from './comparison.ts';
import type { EventId } from './ids.ts';
import type { Place } from './place.ts';

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
  readonly place: Place | undefined;
  /** The agent's call, by the index of its entry; nothing where it is missing. */
  readonly entry: number | undefined;
  /** Arguments that differ: `a` is what the oracle gives, `b` what the agent gave. */
  readonly differences: readonly Difference[];
  /** How much later than the oracle asks it came, in microseconds; negative is earlier. Nothing where no time is asked. */
  readonly offset: number | undefined;
}
