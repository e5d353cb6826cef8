import type { Difference, Aspect, EntryDifference } from '../model/comparison.ts';
import { isSameJson, type Json } from '../model/json.ts';
import type { LogEntry } from '../model/log-entry.ts';
import { differencesBetween, type Same } from './differences.ts';
import type { Renaming } from './renaming.ts';

/** An entry with the time at which its own run began, and whether that was recorded elsewhere. */
export interface Timed {
  readonly entry: LogEntry;
  readonly start: number;
  readonly recorded?: boolean | undefined;
}

/** What differs between two counterparts. Ids that counterparts made, here or earlier, count as the same. */
export function entryDifferences(a: Timed, b: Timed, renaming: Renaming): readonly EntryDifference[] {
  const given: Same = (one, other) => renaming.isSame(one, other);
  const wrote = a.entry.changes.length > 0 && b.entry.changes.length > 0;
  const made: Same = wrote
    ? (one, other) => renaming.isSameMade(one, other)
    : (one, other) => renaming.isSameTold(one, other);
  const time = { a: a.entry.time - a.start, b: b.entry.time - b.start };
  const found = [
    ...of('action', differences(doneIn(a.entry), doneIn(b.entry), given)),
    ...of('argument', differences(argumentsIn(a.entry, b.entry), argumentsIn(b.entry, a.entry), given)),
    ...of('outcome', differences(a.entry.outcome.status, b.entry.outcome.status, given)),
    ...of('result', differences(resultOf(a, b), resultOf(b, a), made)),
    ...of('check', differences(foundBy(a.entry), foundBy(b.entry), given)),
    ...(time.a === time.b ? [] : [{ aspect: 'time' as const, path: [], ...time }]),
  ];
  // What was written follows from all this; where it does not, the states differed.
  return found.length > 0 ? found : of('effect', differences(writtenBy(a.entry), writtenBy(b.entry), made));
}

const NONE: readonly Difference[] = [];

const differences = (a: Json, b: Json, same: Same): readonly Difference[] => {
  if (typeof a !== 'string' && isSameJson(a, b)) return NONE;
  return differencesBetween(a, b, same);
};

const of = (aspect: Aspect, found: readonly Difference[]): readonly EntryDifference[] =>
  found.map((difference) => ({ aspect, ...difference }));

const doneIn = (entry: LogEntry): Json =>
  'action' in entry ? [entry.kind, entry.action.app, entry.action.tool] : entry.kind;

/** What was skipped has no arguments yet, only references to them. */
function argumentsIn(entry: LogEntry, other: LogEntry): Json {
  const skipped = [entry, other].some(({ outcome }) => outcome.status === 'skipped');
  if (!('action' in entry) || (skipped && entry.outcome.status !== other.outcome.status)) return {};
  const { args, resolved = args } = entry.action;
  return resolved;
}

function resultOf(one: Timed, other: Timed): Json {
  const { outcome } = one.entry;
  if (outcome.status !== other.entry.outcome.status || isOnlyText(one, other) || isOnlyText(other, one))
    return null;
  switch (outcome.status) {
    case 'done':
      return outcome.value;
    case 'failed':
      return { error: outcome.error.type, message: outcome.error.message };
    case 'skipped':
      return null;
  }
}

/** Whether `one` has as text what `other` has as values: how they differ cannot be told. */
const isOnlyText = (one: Timed, other: Timed): boolean =>
  one.recorded === true && typeof valueOf(one) === 'string' && typeof (valueOf(other) ?? '') === 'object';

const valueOf = ({ entry: { outcome } }: Timed): Json | undefined =>
  outcome.status === 'done' ? outcome.value : undefined;

function foundBy(entry: LogEntry): Json {
  switch (entry.kind) {
    case 'condition':
      return { verdict: entry.verdict };
    case 'validation': {
      const { verdict, achieved, open, tripped } = entry;
      return { verdict, achieved, open, tripped };
    }
    case 'agent':
    case 'user':
    case 'environment':
      return (entry.watched ?? []).map(({ validation, verdict, achieved, open, tripped }) => ({
        validation,
        verdict,
        achieved,
        open,
        tripped,
      }));
    case 'agent-validation':
    case 'stop':
      return {};
  }
}

/** Positions in lists are left out: one item more in front shifts them and changes nothing else. */
function writtenBy({ changes }: LogEntry): Json {
  return changes.map((change) => {
    const path = change.path.map((key) => (typeof key === 'number' ? '#' : key));
    if (change.op === 'splice') return { ...change, path, at: 0 };
    return { ...change, path };
  });
}
