import { describe, expect, it } from 'vitest';
import { recordedIds } from '../../../engine/are/call-replayer.ts';

const MADE = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);
const THEIRS = '1'.repeat(32);
const UUID = '0a156224-00d6-4559-b456-3b45ebc47e6c';

describe('recordedIds()', () => {
  it.each([
    ['is the answer', MADE, 'mail-7', 'mail-7'],
    ['stands in a field', { ride: { id: MADE } }, { ride: { id: UUID } }, UUID],
    ['stands in a list', [1, MADE], [1, THEIRS], THEIRS],
    ['stands in a text', `Ride ${MADE}: booked`, `Ride ${THEIRS}: booked`, THEIRS],
    [
      'stands in what the field wrote as text',
      { id: MADE, price: 3 },
      `Ride ID: ${THEIRS}\nPrice: $3`,
      THEIRS,
    ],
  ])('finds the recorded id for an id that %s', (_where, ours, recorded, id) => {
    expect(recordedIds([MADE], ours, recorded)).toEqual(new Map([[0, id]]));
  });

  it.each([
    ['does not stand in the answer', 'conv-omar', 'conv-omar'],
    ['stands in an answer that the recording has not', MADE, null],
    ['is the same in the recording', MADE, MADE],
    ['stands where the recording has nothing', { id: MADE }, {}],
  ])('leaves out an id that %s', (_where, ours, recorded) => {
    expect(recordedIds([MADE], ours, recorded).size).toBe(0);
  });

  it('distinguishes the ids of one call', () => {
    const found = recordedIds([OTHER, MADE], { order: MADE, item: OTHER }, { order: 'o-1', item: 'i-1' });

    expect(found).toEqual(
      new Map([
        [0, 'i-1'],
        [1, 'o-1'],
      ]),
    );
  });
});
