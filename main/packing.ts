import { isAscii } from 'node:buffer';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Packing } from '../engine/index.ts';

/** No text that JavaScript can hold is longer: what is, was made to fill the memory. */
const LONGEST = 2 ** 29; // bytes

/** Nothing is packed to less than this part of it. */
const TIGHTEST = 1 / 1_032;

/** No further back does zlib look for what it has seen before. */
const WINDOW = 2 ** 15; // bytes

/** What stands before a packed text: a byte that zlib begins nothing with, and how many bytes the text takes unpacked. */
const HEAD = 5; // bytes

/** Room beyond the text, by which zlib sees that it is at its end. */
const SPARE = 64; // bytes

/** How databases have their long texts packed: zlib, where the quickest level takes less time than it saves in writing. */
export const packing: Packing = {
  pack: (text, like = '') => {
    const bytes = Buffer.from(text);
    const head = Buffer.alloc(HEAD);
    head.writeUInt32LE(bytes.length, 1);
    return Buffer.concat([head, deflateSync(bytes, { level: 1, ...dictionaryOf(like) })]);
  },
  unpack: (packed, like = '') => textIn(unpacked(packed, dictionaryOf(like))),
};

function unpacked(packed: Uint8Array, dictionary: Dictionary = {}): Buffer {
  const [stream, length] = partsOf(packed);
  return inflateSync(stream, { maxOutputLength: LONGEST, chunkSize: length + SPARE, ...dictionary });
}

/** Most texts have no letters but those of English, which are read in a quarter of the time. */
const textIn = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** The stream, and how long a text it holds: a guess where it is of version 11 or older. Unpacked in one go it takes a third less time. */
function partsOf(packed: Uint8Array): readonly [stream: Uint8Array, length: number] {
  if (packed[0] !== 0) return [packed, 4 * packed.length];
  const length = Buffer.from(packed.buffer, packed.byteOffset, packed.length).readUInt32LE(1);
  return [packed.subarray(HEAD), Math.min(length, packed.length / TIGHTEST, LONGEST)];
}

interface Dictionary {
  readonly dictionary?: Uint8Array;
}

/** Each dictionary is written here, of which zlib takes a copy: to make room for each takes four times as long. */
const room = Buffer.allocUnsafeSlow(3 * WINDOW);

function dictionaryOf(like: string | Uint8Array): Dictionary {
  if (like === '') return {};
  if (typeof like === 'string') return { dictionary: room.subarray(0, room.write(like.slice(-WINDOW))) };
  const bytes = unpacked(like);
  return bytes.length <= WINDOW ? { dictionary: bytes } : dictionaryOf(textIn(bytes));
}
