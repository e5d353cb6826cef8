import { describe, expect, it } from 'vitest';
import { Replay } from '../../../renderer/report/replay.ts';
import { CLOCK, fill, PANTRY, shelfAfter } from '../../engine/store/pantry.ts';

const entries = Array.from({ length: 1_000 }, (_, index) => fill(index));
const first = { [PANTRY]: { jars: [] }, [CLOCK]: { face: 'round' } };

describe('Replay', () => {
  it('returns the states at any entry, forwards and backwards', () => {
    const replay = new Replay({ states: first, entries });

    for (const at of [-1, 0, 999, 500, 501, 99, 100, -1, 998])
      expect(Object.fromEntries(replay.at(at)), `after ${at}`).toEqual(shelfAfter(at));
  });

  it('does not change the initial states', () => {
    new Replay({ states: first, entries }).at(999);

    expect(first[PANTRY]).toEqual({ jars: [] });
  });

  it('keeps the states before an entry unchanged after a later query', () => {
    const changes = [{ op: 'set' as const, app: CLOCK, path: ['face'], value: 'square' }];
    const replay = new Replay({ states: first, entries: [{ ...entries[0]!, changes }] });

    const before = replay.before(0);
    replay.at(0);

    expect(Object.fromEntries(before)).toEqual({ [CLOCK]: { face: 'round' } });
  });
});
