import { expect, it } from 'vitest';
import { countedAs, ENDING_CAUSES, runResult } from '../../../engine/model/index.ts';
import type { RunEvidence } from '../../../engine/model/run-result.ts';
import { COUNTED_SQL, RESULT_SQL } from '../../../engine/store/result-columns.ts';
import { openDatabase } from '../../open-database.ts';

const STATES = ['running', 'paused', 'completed', 'stopped', 'failed', 'interrupted', 'recorded'] as const;

it('the columns for the result of a run say what runResult() and countedAs() say', () => {
  const db = openDatabase();
  const columns = db
    .prepare<unknown[], [string, number | null]>(
      `SELECT ${RESULT_SQL}, ${COUNTED_SQL} FROM (SELECT ? AS state, ? AS outcome, ? AS ending)`,
    )
    .raw();
  const evidence: readonly RunEvidence[] = STATES.flatMap((state) =>
    ([undefined, 'passed', 'failed', 'not-judged'] as const).flatMap((outcome) =>
      [undefined, ...ENDING_CAUSES].map((ending) => ({ state, outcome, ending })),
    ),
  );

  for (const one of evidence) {
    const counted = countedAs(runResult(one), 'all');
    expect([one, ...columns.get(one.state, one.outcome ?? null, one.ending ?? null)!]).toEqual([
      one,
      runResult(one),
      counted === undefined ? null : Number(counted === 'passed'),
    ]);
  }
  db.close();
});
