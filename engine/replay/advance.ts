import { apply } from '../journal/apply.ts';
import type { Change } from '../model/change.ts';
import type { AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';

/**
 * Brings `states` on by `changes`, in place and in order. What changes apps that are not among `states` is passed over.
 *
 * @throws {RangeError} when a change does not fit: the states are not those the changes were made to.
 */
export function advance(states: ReadonlyMap<AppName, Json>, changes: Iterable<Change>): void {
  for (const change of changes) {
    const state = states.get(change.app);
    if (state !== undefined) apply(state, change);
  }
}
