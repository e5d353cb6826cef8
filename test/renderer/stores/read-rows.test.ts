import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/ids.ts';
import { packRows } from '../../../main/host/inspect/log-rows.ts';
import { readRows, rowsIn } from '../../../renderer/stores/log.ts';
import { fakeLab, type FakeLab, no, yes } from '../fake-lab.ts';
import { rows } from '../rows.ts';

const MOST = 3; // rows in a batch
const R1 = runId('r1');

/** A main whose run has as many rows as `count` says when it is asked. */
const labOf = (count: () => number): FakeLab =>
  fakeLab({ 'log.rows': ({ from }) => yes(packRows(from, rows(count()).slice(from, from + MOST))) });

/** The batches by the indices of their rows; a refusal by its words. */
async function batches(lab: FakeLab, from = 0): Promise<readonly (readonly number[] | string)[]> {
  const found: (readonly number[] | string)[] = [];
  for await (const reply of readRows(lab, R1, from))
    found.push(reply.ok ? rowsIn(reply.value).map(({ index }) => index) : reply.error.message);
  return found;
}

describe('the rows of a run', () => {
  it('come in batches, to the last', async () => {
    const lab = labOf(() => 5);

    expect(await batches(lab)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(await batches(lab, 4)).toEqual([[4]]);
    expect(await batches(lab, 5)).toEqual([]);
  });

  it('are asked for two batches ahead', async () => {
    const lab = labOf(() => 99);

    await readRows(lab, R1, 0).next();

    expect(lab.asked).toEqual([0, 3, 6].map((from) => `log.rows {"run":"r1","from":${from}}`));
  });

  it('come without gaps while there are more and more of them', async () => {
    let count = 4;
    const lab = labOf(() => Math.min(count++, 9));

    expect((await batches(lab)).flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('end where they are refused', async () => {
    const lab = fakeLab({ 'log.rows': () => no('the database is busy') });

    expect(await batches(lab)).toEqual(['the database is busy']);
  });
});
