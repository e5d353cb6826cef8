import type { Database } from './database.ts';
import { textOf, type Packing, type Stored } from './packing.ts';
import type { FormTable } from './form-table.ts';
import { Recent } from './recent.ts';
import type { StretchRow } from './stretch-row.ts';
import { WrittenBodies } from './written-bodies.ts';
import { WrittenChanges } from './written-changes.ts';

/** Stretches, by run and the position of their first entry. Those read last are at hand. */
export interface UnpackedStretches {
  /** Where the stretch begins that holds the entry `index`, if there is one. */
  startOf(run: number, index: number): number;
  /** `undefined` when no stretch begins there. Who will ask for the changes too says so. */
  bodies(run: number, position: number, changesToo: boolean): WrittenBodies | undefined;
  /** Of nothing when no stretch begins there. */
  changes(run: number, position: number): WrittenChanges;
  /** Has nothing at hand any more: it may never have been written. */
  forget(): void;
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
  const select = db.prepare<[number, number], Pick<StretchRow, 'changed' | 'bodies'> & { like: Stored }>(
    `SELECT changed, bodies, iif(leaning = 'bodies', changes, '') AS like ${where}`,
  );
  const selectChanges = db.prepare<[number, number], { changes: Stored | null; like: Stored }>(
    `SELECT changes, iif(leaning = 'changes', bodies, '') AS like ${where}`,
  );
  const recentBodies = new Recent<WrittenBodies>(AT_HAND);
  const recentChanges = new Recent<WrittenChanges>(AT_HAND);
  let latest: Latest | undefined;

  const changesOf = (run: number, position: number): WrittenChanges =>
    recentChanges.get(keyOf(run, position), () => {
      const { changes = null, like = '' } = selectChanges.get(run, position) ?? {};
      return changes === null ? NO_CHANGES : new WrittenChanges(textOf(packing, changes, like));
    });

  const bodiesOf = (run: number, position: number, changesToo: boolean): WrittenBodies | undefined =>
    recentBodies.get(keyOf(run, position), () => {
      const row = select.get(run, position);
      if (row === undefined) return undefined;
      // Unpacked to be leant on, changes are no text yet.
      const like = changesToo && row.like !== '' ? changesOf(run, position).text : row.like;
      const text = textOf(packing, row.bodies, like);
      return new WrittenBodies(position, text, row.changed, (nth) => forms.read(run, nth));
    });

  return {
    startOf: (run, index) => {
      const place = latest?.run === run ? index - latest.position : -1;
      if (latest !== undefined && place >= 0 && place < latest.bodies.length) return latest.position;
      return start.get(run, index) ?? 0;
    },
    bodies: (run, position, changesToo) => {
      if (latest?.run === run && latest.position === position) return latest.bodies;
      const bodies = bodiesOf(run, position, changesToo);
      if (bodies !== undefined) latest = { run, position, bodies };
      return bodies;
    },
    changes: changesOf,
    forget: () => {
      recentBodies.clear();
      recentChanges.clear();
      latest = undefined;
    },
  };
}

const keyOf = (run: number, position: number): string => `${run}:${position}`;
