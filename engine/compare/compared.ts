import type { AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { LogEntry } from '../model/log-entry.ts';
import type { SimTime } from '../model/time.ts';

/** A run, as far as it is compared. */
export interface Compared {
  readonly start: SimTime;
  /** Every app's state before the first entry. */
  readonly states: Readonly<Record<AppName, Json>>;
  readonly entries: readonly LogEntry[];
  /** Whether it was recorded elsewhere: its file has results that are no plain values only as text. */
  readonly recorded?: boolean;
}
