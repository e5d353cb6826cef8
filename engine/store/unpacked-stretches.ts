import type { Database } from './database.ts';
import { textOf, type Packing, type Stored } from './packing.ts';
import type { FormTable } from './form-table.ts';
import { Recent } from './recent.ts';
import { WrittenBodies } from './written-bodies.ts';
import { WrittenChanges } from './written-changes.ts';

/** Stretches, by run and the position of their first entry. Those read last are at hand. */
export interface UnpackedStretches {
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

/** Bodies, and as much again of changes. */
const AT_HAND = 500_000; // characters

/** Of every stretch in which nothing changed. */
const NO_CHANGES = new WrittenChanges('');

/** Prepares its statements once. The caller owns `db` and closes it. */
export function unpackedStretches(db: Database, packing: Packing, forms: FormTable): UnpackedStretches {
  const where = 'FROM stretch WHERE run = ? AND position = ?';
  const select = db.prepare<[number, number], Row>(`SELECT bodies, changed ${where}`);
  const selectChanges = db.prepare<[number, number], Stored | null>(`SELECT changes ${where}`).pluck();
  const recentBodies = new Recent<WrittenBodies>(AT_HAND);
  const recentChanges = new Recent<WrittenChanges>(AT_HAND);

  const bodiesOf = (run: number, position: number): WrittenBodies | undefined =>
    recentBodies.get(`${run}:${position}`, () => {
      const row = select.get(run, position);
      if (row === undefined) return undefined;
      return new WrittenBodies(position, textOf(packing, row.bodies), row.changed, (nth) =>
        forms.read(run, nth),
      );
    });

  return {
    bodies: bodiesOf,
    changes: (run, position) =>
      recentChanges.get(`${run}:${position}`, () => {
        const written = selectChanges.get(run, position) ?? null;
        if (written === null) return NO_CHANGES;
        // What was written stands for the most part among the arguments.
        const like = typeof written === 'string' ? '' : bodiesOf(run, position)?.text;
        return new WrittenChanges(textOf(packing, written, like));
      }),
    forget: () => {
      recentBodies.clear();
      recentChanges.clear();
    },
  };
}
