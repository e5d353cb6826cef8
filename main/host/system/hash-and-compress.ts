import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Hash, Packing } from '../../../engine/index.ts';

/** SHA-256 of texts, in hex. */
export function sha256(): Hash {
  const hash = createHash('sha256');
  return {
    add: (text) => void hash.update(text),
    end: () => hash.digest('hex'),
  };
}

/** The SHA-256 of one text, in hex. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** No text that JavaScript can hold is longer: what is, was made to fill the memory. */
const LONGEST = 2 ** 29; // bytes

/** zlib makes nothing shorter than this part of it. */
const TIGHTEST = 1 / 1_032;

/** Room beyond the text, by which zlib sees that it is at its end. */
const SPARE = 64; // bytes

/** How databases have their snapshots compressed, and rows checked: zlib, whose quickest level takes less time than it saves in writing. */
export const packing: Packing = {
  pack: (text) => deflateSync(text, { level: 1 }),
  unpack: (packed, length) => {
    // Decompressed in one go, a text takes a third less time.
    const chunkSize = Math.min(length, packed.length / TIGHTEST, LONGEST) + SPARE;
    const bytes = inflateSync(packed, { maxOutputLength: LONGEST, chunkSize });
    // Most texts have no letters but those of English, which are read in a quarter of the time.
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  },
  crc32,
};
