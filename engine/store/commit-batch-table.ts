import { type RowChecksum, runKeyOf } from './column-values.ts';
import type { Database } from './database.ts';
import { DamageError, readAt } from './errors.ts';
import type { RunTable } from './run-table.ts';

type BatchRow = readonly [run: number, first: number, last: number, elapsed: number];

/** The table of the times at which entries were written. */
export function commitBatchTable(
  db: Database,
  checksum: RowChecksum,
): Pick<RunTable, 'addCommitBatch' | 'commitBatches'> {
  const insert = db.prepare<[...BatchRow, number]>('INSERT INTO commit_batch VALUES (?, ?, ?, ?, ?)');
  const select = db
    .prepare<[number, number, number], [...BatchRow, checksum: number]>(
      `SELECT run, first, last, elapsed, checksum FROM commit_batch
       WHERE run = ? AND last >= ? AND first < ? ORDER BY last`,
    )
    .raw();

  return {
    addCommitBatch: (run, first, { last, elapsed }) => {
      const row: BatchRow = [runKeyOf(run), first, last, elapsed];
      insert.run(...row, checksum.of(row));
    },
    commitBatches: (run, from, to) => {
      let next: number | undefined;
      return select.all(runKeyOf(run), from, to).map((row) => {
        const [key, first, last, elapsed] = row;
        readAt(
          () => `run r${key}, the times at which it was written`,
          () => {
            checksum.check(row, row.length - 1, row[4]);
            if (next !== undefined && first !== next) throw new DamageError('a row is missing');
          },
        );
        next = last + 1;
        return { last, elapsed };
      });
    },
  };
}
