import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { RowChecksum } from '../../../engine/store/column-values.ts';

const LONG = 'The plums are in the pantry. '.repeat(40);

/** A row of few numbers and texts among many columns that are NULL. */
const ROW: readonly unknown[] = [
  2 ** 32 + 7,
  1_760_000_000_123_456,
  'environment',
  null,
  null,
  `{"label":"${LONG}"}`,
  0,
  'größer 🫙',
  null,
  1,
  -3,
  null,
  '',
];

/** All values that differ from `value` by one flipped bit, and NULL for an empty value or the reverse. */
function* flipped(value: unknown): Generator {
  if (value === null) yield* [0, 1, ''];
  if (value === 0 || value === 1 || value === '') yield null;
  if (typeof value === 'number')
    for (let bit = 0; bit < 53; bit++) yield Number(BigInt.asIntN(64, BigInt(value) ^ (1n << BigInt(bit))));
  if (typeof value === 'string')
    for (let at = 0; at < 8 * Buffer.byteLength(value); at++) {
      const bytes = Buffer.from(value);
      bytes[at >> 3]! ^= 1 << (at & 7);
      yield bytes.toString();
    }
}

it('RowChecksum changes when any single bit of a row changes', () => {
  const checksum = new RowChecksum(crc32);
  const whole = checksum.of(ROW);
  let tried = 0;

  for (const [column, value] of ROW.entries())
    for (const other of flipped(value)) {
      tried++;
      expect(checksum.of(ROW.with(column, other)), `column ${column}: ${String(other)}`).not.toBe(whole);
    }

  expect(tried).toBeGreaterThan(8 * LONG.length);
  expect(checksum.of(ROW)).toBe(whole);
});
