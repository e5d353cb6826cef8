import type { LogEntry } from '../model/log-entry.ts';
import { ChangesText } from './changes-text.ts';

/**
 * Of the table `log`, each row becomes a stretch of one entry. What it says of `changes` was so up to version 11: by now
 * they are as {@link ChangesText} writes them, and those of old are still read.
 */
export const STRETCH_SCHEMA = `
  CREATE TABLE stretch (
    run      INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,          -- LogEntry.index of its first entry
    changed  TEXT    NOT NULL,          -- for each entry 1 when it has changes, 0 when it has none
    bodies   ANY     NOT NULL,          -- a line of JSON for each entry, without its index and changes; packed when long
    changes  ANY,                       -- a line of JSON for each entry, empty when it has none; NULL when none has any
    apps     TEXT,                      -- JSON: those that were written to, where changes are packed
    PRIMARY KEY (run, position)
  ) STRICT;
  INSERT INTO stretch SELECT run, position, iif(changes IS NULL, '0', '1'), body, changes, NULL FROM log;
  DROP TABLE log`;

/** Entries that follow one another, as text: together they pack well, and are written at once. */
export interface Stretch {
  /** Of the first. */
  readonly position: number;
  readonly bodies: string[];
  readonly changes: ChangesText;
  /** How many characters the changes of each entry take. */
  readonly lengths: number[];
}

/** A stretch ends with the entry that brings it to this length: to read one entry all of its stretch is unpacked. */
const LONG = 45_000; // characters

/** `entries`, which follow one another, in stretches. */
export function stretchesOf(entries: readonly LogEntry[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let room = 0;
  for (const entry of entries) {
    if (room <= 0) {
      stretches.push({ position: entry.index, bodies: [], changes: new ChangesText(), lengths: [] });
      room = LONG;
    }
    const stretch = stretches.at(-1)!;
    // Made by leaving fields out, a body costs half as much again.
    const body = JSON.stringify({ ...entry, index: undefined, changes: undefined });
    const length = stretch.changes.add(entry.changes);
    stretch.bodies.push(body);
    stretch.lengths.push(length);
    room -= body.length + length;
  }
  return stretches;
}
