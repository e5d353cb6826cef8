import type { LogEntry } from '../model/index.ts';
import type { FormTree } from './form-tree.ts';
import { BodiesText } from './bodies-text.ts';
import { ChangesText } from './changes-text.ts';

/**
 * Of the table `log`, each row becomes a stretch of one entry. What it says of `bodies` was so up to version 12, and of
 * `changes` up to version 11: by now they are as {@link BodiesText} and {@link ChangesText} write them, and those of old are
 * still read.
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

/**
 * A stretch ends with the entry that brings what it says to the one length, or what was changed to the other: to read one
 * entry all of its stretch is unpacked, to read many each stretch is looked up. zlib looks back 32 KB.
 */
const LONG_BODIES = 14_000; // characters
const LONG_CHANGES = 32_000; // characters

/** Entries that follow one another, as text: together they pack well, and are written at once. */
export class Stretch {
  /** Of the first. */
  readonly position: number;
  readonly bodies: BodiesText;
  readonly changes = new ChangesText();
  /** How many characters the changes of each entry take. */
  readonly lengths: number[] = [];

  constructor(first: LogEntry, forms: FormTree) {
    this.position = first.index;
    this.bodies = new BodiesText(first.time, forms);
  }

  get isLong(): boolean {
    return this.bodies.length >= LONG_BODIES || this.changes.length >= LONG_CHANGES;
  }

  add(entry: LogEntry): void {
    const before = this.changes.length;
    this.changes.add(entry.changes);
    this.lengths.push(this.changes.length - before);
    this.bodies.add(entry);
  }
}

/** `entries`, which follow one another, in stretches. */
export function stretchesOf(entries: readonly LogEntry[], forms: FormTree): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let last: Stretch | undefined;
  for (const entry of entries) {
    if (last?.isLong !== false) stretches.push((last = new Stretch(entry, forms)));
    last.add(entry);
  }
  return stretches;
}
