import type { LogEntry } from '../model/index.ts';
import type { RunWriter } from './run-writer.ts';

/** Entries that are written at once. */
const SLICE = 1_000;

/** Hears how many of all entries are written, each time that some are. */
export type Wrote = (written: number, all: number) => void;

/** Writes all entries of a log that is known already. */
export function writeEntries(
  writer: RunWriter,
  entries: readonly LogEntry[],
  wrote: Wrote = () => undefined,
): void {
  for (let from = 0; from < entries.length; from += SLICE) {
    const slice = entries.slice(from, from + SLICE);
    writer.append(slice, slice.at(-1)!.time);
    wrote(from + slice.length, entries.length);
  }
}
