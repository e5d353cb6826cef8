import { describe, expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { packWholeRows } from '../../../main/host/inspect/log-rows.ts';
import { readRows, rowsIn } from '../../../renderer/stores/log.ts';
import { fakeBridge, type FakeBridge, no, yes } from '../fake-bridge.ts';
import { rows } from '../rows.ts';

const MAX_ROWS = 3; // in a batch
const R1 = runId('r1');

/** A bridge whose run has `count()` rows at each request. */
const labOf = (count: () => number): FakeBridge =>
  fakeBridge({
    'log.rows': ({ from }) => yes(packWholeRows(from, rows(count()).slice(from, from + MAX_ROWS))),
  });

/** The batches as the indexes of their rows; a problem as its message. */
async function batches(bridge: FakeBridge, from = 0): Promise<readonly (readonly number[] | string)[]> {
  const found: (readonly number[] | string)[] = [];
  for await (const reply of readRows(bridge, R1, from))
    found.push(reply.ok ? rowsIn(reply.value).map(({ index }) => index) : reply.error.message);
  return found;
}

describe('readRows()', () => {
  it('yields batches up to the last row', async () => {
    const bridge = labOf(() => 5);

    expect(await batches(bridge)).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
    expect(await batches(bridge, 4)).toEqual([[4]]);
    expect(await batches(bridge, 5)).toEqual([]);
  });

  it('requests two batches ahead', async () => {
    const bridge = labOf(() => 99);

    await readRows(bridge, R1, 0).next();

    expect(bridge.asked).toEqual([0, 3, 6].map((from) => `log.rows {"run":"r1","from":${from}}`));
  });

  it('yields every row once while the log grows', async () => {
    let count = 4;
    const bridge = labOf(() => Math.min(count++, 9));

    expect((await batches(bridge)).flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('ends with the problem when main refuses', async () => {
    const bridge = fakeBridge({ 'log.rows': () => no('the database is busy') });

    expect(await batches(bridge)).toEqual(['the database is busy']);
  });
});
