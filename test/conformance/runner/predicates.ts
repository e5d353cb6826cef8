import type { Past } from '../../../engine/model/event.ts';
import type { Json } from '../../../engine/model/values/json.ts';
import type { ActionEntry } from '../../../engine/model/log-entry.ts';
import { type SimTime, toSeconds } from '../../../engine/model/values/time.ts';
import { refuse } from '../../../engine/scenario/orrery.ts';
import { atPath } from './apps.ts';
import type { Comparison, Predicate } from './case-file.ts';
import type { Listing } from './log.ts';
import { isIn, lengthOf, orderOf, same } from './python.ts';

/** The data that a predicate may use. */
interface PredicateContext {
  readonly states: object;
  readonly past: Past;
  readonly start: SimTime;
  readonly listing: Listing;
  readonly action?: ActionEntry;
}

/** Evaluates `predicate`. @throws {ToolError} for a predicate that raises. */
export function holds(predicate: Predicate, context: PredicateContext): boolean {
  const { states, past, start, listing, action } = context;
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
  if ('not' in predicate) return !holds(predicate.not, context);
  if ('all' in predicate) return predicate.all.every((one) => holds(one, context));
  if ('any' in predicate) return predicate.any.some((one) => holds(one, context));
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

/** A unique key for a check. Names may repeat, and object keys that are numbers would move to the front. */
export function checkKey(at: number, all: readonly Predicate[]): string {
  const name = all[at]!.name ?? `check ${at + 1}`;
  const isOwn = all.findIndex((one) => one.name === all[at]!.name) === at;
  return isOwn && !/^\d+$/.test(name) ? name : `${name}\n${at + 1}`;
}

/** The name of a check in its case, from its key. */
export const checkNamed = (key: string): string => key.replace(/\n\d+$/, '');
