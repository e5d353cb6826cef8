import { setImmediate } from 'node:timers/promises';
import {
  pathBeforeChanges,
  type FollowedValue,
  followForward,
  type Store,
  valueHistory,
} from '../../../engine/index.ts';
import {
  type AppName,
  isSameJson,
  type Json,
  type LogEntry,
  type Path,
  type RunId,
} from '../../../engine/model/index.ts';
import type { ValueHistory } from '../../../preload/contract.ts';

/** The number of entries read without a pause: a few milliseconds of work, so that the window stays responsive. */
const ENTRIES_PER_SLICE = 2_000;
/** The maximum number of changes returned at once. */
const MAX_WRITES = 100;
const MAX_LENGTH = 2_000; // characters of a text

/** A value in an app's state, by its path right after entry `since`. */
export interface FollowedPath {
  readonly run: RunId;
  readonly app: AppName;
  readonly path: Path;
  readonly since: number;
}

type Write = NonNullable<FollowedValue['write']> & { readonly index: number };

/** The changes of a value up to entry `at`, its path at that entry, and the next entry that changes it. */
export async function valueHistoryOf(
  store: Store,
  followed: FollowedPath,
  at: number,
): Promise<ValueHistory> {
  const later: Write[] = [];
  let path: Path | undefined = followed.path;
  let next: number | undefined;
  for await (const { index, write, path: there } of walk(store, followed, 'on')) {
    if (index <= at) path = there;
    if (write === undefined) continue;
    if (index <= at) later.push({ index, ...write });
    else {
      next = index;
      break;
    }
  }
  const writes = later.toReversed();
  for await (const { index, write, path: there } of walk(store, followed, 'back')) {
    if (index > at) path = there;
    if (write === undefined) continue;
    if (index > at) next = index;
    else if (writes.push({ index, ...write }) > MAX_WRITES) break;
  }
  const changes = valueHistory(writes.slice(0, MAX_WRITES + 1)).slice(0, MAX_WRITES);
  return {
    path,
    writers: changes.map((change) => ({
      ...change,
      value: shortened(change.value),
      argument: argumentWith(change.value, store.entry(followed.run, change.index)),
    })),
    more: writes.length > MAX_WRITES,
    next,
  };
}

/** The name of the argument that the value came from: an argument equal to the value, or else one that contains it. */
function argumentWith(value: Json | undefined, entry: LogEntry | undefined): string | undefined {
  if (value === undefined || entry === undefined || !('action' in entry)) return undefined;
  const { args, resolved = args } = entry.action;
  // Almost any call has such an argument by chance.
  if (value === '' || value === null || typeof value === 'boolean') return undefined;
  const given = Object.entries(resolved);
  const same = given.find(([, argument]) => isSameJson(argument, value));
  return (same ??
    given.find(([, argument]) => typeof value === 'string' && containsText(argument, value)))?.[0];
}

const containsText = (argument: Json, text: string): boolean =>
  Array.isArray(argument) ? argument.includes(text) : typeof argument === 'string' && argument.includes(text);

/** `value` unless it is an object or a list, which may be a whole state. */
function shortened(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_LENGTH);
  return typeof value === 'object' && value !== null ? undefined : value;
}

/** Follows a value entry by entry, forward or backward, until it does not exist or no more entries touch it. */
async function* walk(
  store: Store,
  { run, app, path: start, since }: FollowedPath,
  way: 'on' | 'back',
): AsyncGenerator<FollowedValue & { readonly index: number }> {
  let path: Path | undefined = start;
  for (const [from, to] of way === 'on'
    ? onwards(since + 1, store.run(run)?.entries ?? 0)
    : backwards(since)) {
    const touching = store.entriesTouching(run, app, start, from, to);
    for (const { index, changes } of way === 'on' ? touching : touching.toReversed()) {
      const stepped: FollowedValue =
        way === 'on' ? followForward(path, changes) : pathBeforeChanges(path, changes);
      yield { index, ...stepped };
      path = stepped.path;
      if (path === undefined) return;
    }
    await setImmediate();
  }
}

function* onwards(from: number, end: number): Generator<readonly [number, number]> {
  for (let at = from; at < end; at += ENTRIES_PER_SLICE) yield [at, at + ENTRIES_PER_SLICE - 1];
}

function* backwards(from: number): Generator<readonly [number, number]> {
  for (let at = from; at >= 0; at -= ENTRIES_PER_SLICE) yield [at - ENTRIES_PER_SLICE + 1, at];
}
