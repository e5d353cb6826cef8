import type { Change } from '../model/change.ts';
import type { JsonObject } from '../model/json.ts';
import type { NestedCall } from '../model/log-entry.ts';
import type { Outcome } from '../model/outcome.ts';
import type { SimSpan } from '../model/time.ts';

/** What a call asks of the run once it is done. */
export interface Requests {
  /** How long its caller waits to be told something, at most. */
  readonly wait?: SimSpan;
  /** Time that passes before anything else happens. */
  readonly pass?: SimSpan;
}

/** What a call came to and all that it did. */
export interface CallResult {
  readonly outcome: Outcome;
  /** With defaults filled in; `undefined` when they were refused. */
  readonly args: JsonObject | undefined;
  readonly effect: 'read' | 'write';
  readonly changes: readonly Change[];
  readonly calls: readonly NestedCall[];
  readonly requests: Requests;
}
