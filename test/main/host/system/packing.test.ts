import { describe, expect, it } from 'vitest';
import { packing } from '../../../../main/host/system/hash-and-compress.ts';

const TEXT = 'plums, früh gepflückt 🍑 '.repeat(5_000);

describe('packing', () => {
  it('unpacks the text that was packed, compressible or not', () => {
    const other = Array.from({ length: 5_000 }, (_, nth) => (nth * 7_919) % 1_000).join();

    for (const text of ['', 'plums', TEXT, other])
      expect(packing.unpack(packing.pack(text), text.length)).toBe(text);
  });

  it.each([0, 1, 2 ** 53])('unpacks a text whose stored length says %i', (length) => {
    expect(packing.unpack(packing.pack(TEXT), length)).toBe(TEXT);
  });

  it.each([[[]], [[0]], [[90, 90]]])('throws for the corrupt bytes %j', (bytes) => {
    expect(() => packing.unpack(Uint8Array.from(bytes), 100)).toThrow();
  });
});
