import type { Database } from './database.ts';
import { textOf, type Packing, type Stored } from './packing.ts';
import type { FormTable } from './form-table.ts';
import { Recent } from './recent.ts';
import { WrittenBodies } from './written-bodies.ts';
import { WrittenChanges } from './written-changes.ts';

/** Stretches, by run and the position of their first entry. Those read last are at hand. */
export interface UnpackedStretches {
  /** Where the stretch begins that holds the entry `index`, if there is one. */
  startOf(run: number, index: number): number;
  /** `undefined` when no stretch begins there. */
  bodies(run: number, position: number): WrittenBodies | undefined;
  /** Of nothing when no stretch begins there. */
  changes(run: number, position: number): WrittenChanges;
  /** Has nothing at hand any more: it may never have been written. */
  forget(): void;
}

interface Row {
  readonly bodies: Stored;
  readonly changed: string;
}

/** The stretch whose bodies were asked for last. */
interface Latest {
  readonly run: number;
  readonly position: number;
  readonly bodies: WrittenBodies;
}

/** Bodies, and as much again of changes. */
const AT_HAND = 500_000; // characters

/** Of every stretch in which nothing changed. */
const NO_CHANGES = new WrittenChanges('');

/** Prepares its statements once. The caller owns `db` and closes it. */
export function unpackedStretches(db: Database, packing: Packing, forms: FormTable): UnpackedStretches {
  const start = db
    .prepare<[number, number], number | null>(
      'SELECT max(position) FROM stretch WHERE run = ? AND position <= ?',
    )
    .pluck();
  const where = 'FROM stretch WHERE run = ? AND position = ?';
  const select = db.prepare<[number, number], Row>(`SELECT bodies, changed ${where}`);
  const selectChanges = db.prepare<[number, number], { bodies: Stored; changes: Stored | null }>(
    `SELECT bodies, changes ${where}`,
  );
  const recentBodies = new Recent<WrittenBodies>(AT_HAND);
  const recentChanges = new Recent<WrittenChanges>(AT_HAND);
  let latest: Latest | undefined;

  const readBodies = (run: number, position: number): WrittenBodies | undefined => {
    const row = select.get(run, position);
    if (row === undefined) return undefined;
    return new WrittenBodies(position, textOf(packing, row.bodies), row.changed, (nth) =>
      forms.read(run, nth),
    );
  };

  return {
    startOf: (run, index) => {
      const place = latest?.run === run ? index - latest.position : -1;
      if (latest !== undefined && place >= 0 && place < latest.bodies.length) return latest.position;
      return start.get(run, index) ?? 0;
    },
    bodies: (run, position) => {
      if (latest?.run === run && latest.position === position) return latest.bodies;
      const bodies = recentBodies.get(keyOf(run, position), () => readBodies(run, position));
      if (bodies !== undefined) latest = { run, position, bodies };
      return bodies;
    },
    changes: (run, position) => {
      const key = keyOf(run, position);
      return recentChanges.get(key, () => {
        const { bodies = '', changes = null } = selectChanges.get(run, position) ?? {};
        if (changes === null) return NO_CHANGES;
        if (typeof changes === 'string') return new WrittenChanges(changes);
        // What was written stands for the most part among the arguments.
        const like = recentBodies.get(key, () => undefined)?.text ?? bodies;
        return new WrittenChanges(textOf(packing, changes, like));
      });
    },
    forget: () => {
      recentBodies.clear();
      recentChanges.clear();
      latest = undefined;
    },
  };
}

const keyOf = (run: number, position: number): string => `${run}:${position}`;
