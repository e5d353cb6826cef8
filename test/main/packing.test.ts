import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packing } from '../../main/packing.ts';

const TEXT = 'plums, früh gepflückt 🍑 '.repeat(5_000);

describe('packing', () => {
  it('gives a text back as it was, however well it packs', () => {
    const other = Array.from({ length: 5_000 }, (_, nth) => (nth * 7_919) % 1_000).join();

    for (const text of ['', 'plums', TEXT, other]) expect(packing.unpack(packing.pack(text))).toBe(text);
  });

  it('says nothing twice of what a text has in common with another', () => {
    const text = Array.from({ length: 500 }, (_, nth) => (nth * 7_919) % 1_000).join();
    const packed = packing.pack(`${text}.`, text);

    expect(packing.unpack(packed, text)).toBe(`${text}.`);
    expect(packed.length).toBeLessThan(packing.pack(text).length / 10);
    expect(() => packing.unpack(packed, 'another')).toThrow('Bad dictionary');
  });

  it.each(['plums', 'früh gepflückt 🍑', 'plums, '.repeat(9_000), TEXT])(
    'unpacks a text with what it is like, also where that is packed',
    (like) => {
      const packed = packing.pack(`${like}, and pears`, like);

      expect(packing.unpack(packed, packing.pack(like))).toBe(`${like}, and pears`);
    },
  );

  it('unpacks what version 11 packed', () => {
    expect(packing.unpack(deflateSync(TEXT, { level: 1 }))).toBe(TEXT);
  });

  it.each([0, 1, 2 ** 32 - 1])('unpacks a text whose length was made to be %i', (length) => {
    const packed = Buffer.from(packing.pack(TEXT));
    packed.writeUInt32LE(length, 1);

    expect(packing.unpack(packed)).toBe(TEXT);
  });

  it.each([[[]], [[0]], [[0, 1, 0, 0, 0]], [[0, 1, 0, 0, 0, 90, 90]], [[90, 90]]])(
    'refuses %j, which it never packed',
    (bytes) => {
      expect(() => packing.unpack(Uint8Array.from(bytes))).toThrow();
    },
  );
});
