import { refuse } from '../../engine/scenario/index.ts';
import type { Past } from '../../engine/model/event.ts';
import type { Json } from '../../engine/model/json.ts';
import type { ActionEntry } from '../../engine/model/log-entry.ts';
import { toSeconds, type SimTime } from '../../engine/model/time.ts';
import { atPath } from './interpreter.ts';
import type { Listing } from './listing.ts';
import type { Comparison, Predicate } from './predicate-schema.ts';
import { isIn, lengthOf, orderOf } from './python-values.ts';
import { same } from './same.ts';

/** What a predicate is asked about. */
export interface Asked {
  readonly states: object;
  readonly past: Past;
  readonly start: SimTime;
  readonly listing: Listing;
  readonly action?: ActionEntry;
}

/** Whether `predicate` holds. @throws {ToolError} when it says it raises. */
export function holds(predicate: Predicate, asked: Asked): boolean {
  const { states, past, start, listing, action } = asked;
  if ('state' in predicate) {
    const [app, path, comparison, value] = predicate.state;
    return compare(atPath((states as Record<string, unknown>)[app], path), comparison, value);
  }
  if ('time_ge' in predicate) return toSeconds((past.now - start) as SimTime) >= predicate.time_ge;
  if ('log_has' in predicate) return listing(past.log).some(({ id }) => id === predicate.log_has);
  if ('log_count_ge' in predicate) {
    const [tool, count] = predicate.log_count_ge;
    return listing(past.log).filter((line) => line.function === tool).length >= count;
  }
  if ('event' in predicate) return action !== undefined && isAction(action, predicate.event);
  if ('not' in predicate) return !holds(predicate.not, asked);
  if ('all' in predicate) return predicate.all.every((one) => holds(one, asked));
  if ('any' in predicate) return predicate.any.some((one) => holds(one, asked));
  if ('raise' in predicate) return refuse('RuntimeError', predicate.raise);
  return predicate.value;
}

function isAction(
  { action }: ActionEntry,
  [app, tool, args]: readonly [string, string, Record<string, Json>],
): boolean {
  const given = action.resolved ?? action.args;
  return (
    action.app === app &&
    action.tool === tool &&
    Object.entries(args).every(([name, value]) => same(given[name], value))
  );
}

function compare(found: Json, comparison: Comparison, value: Json): boolean {
  switch (comparison) {
    case 'eq':
      return same(found, value);
    case 'ge':
      return orderOf(found, value) >= 0;
    case 'gt':
      return orderOf(found, value) > 0;
    case 'lt':
      return orderOf(found, value) < 0;
    case 'contains':
      return isIn(value, found);
    case 'len_ge':
      return orderOf(lengthOf(found), value) >= 0;
  }
}
