import type { AppName } from '../model/ids.ts';
import type { Json } from '../model/json.ts';
import type { LogEntry } from '../model/log-entry.ts';
import { advance } from '../replay/advance.ts';
import { copyJson } from '../journal/copy.ts';
import type { RunWriter, States } from './run-writer.ts';

/** Entries that are written at once. */
const SLICE = 1_000;

/** Hears how many of all entries are written, each time that some are. */
export type Wrote = (written: number, all: number) => void;

/** Writes all entries of a log that is known already, which began with `states`. */
export function writeEntries(
  writer: RunWriter,
  entries: readonly LogEntry[],
  states: States,
  wrote: Wrote = () => undefined,
): void {
  const now = new Map(Object.entries(states).map(([app, state]) => [app as AppName, copyJson(state)]));
  for (let from = 0; from < entries.length; from += SLICE) {
    const slice = entries.slice(from, from + SLICE);
    advance(
      now,
      slice.flatMap(({ changes }) => changes),
    );
    writer.append(slice, slice.at(-1)!.time, () => Object.fromEntries<Json>(now));
    wrote(from + slice.length, entries.length);
  }
}
