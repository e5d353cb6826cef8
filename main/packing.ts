import { deflateSync, inflateSync } from 'node:zlib';
import type { Packing } from '../engine/index.ts';

/** No text that JavaScript can hold is longer: what is, was made to fill the memory. */
const LONGEST = 2 ** 29; // bytes

/** No further back does zlib look for what it has seen before. */
const WINDOW = 2 ** 15; // bytes

/** Most texts are unpacked in one go by this, which takes a quarter less time: few take more than four times their packed room. */
const goingOf = (packed: Uint8Array): number => Math.max(2 ** 16, 4 * packed.length);

/** How databases have their long texts packed: zlib, where the quickest level takes less time than it saves in writing. */
export const packing: Packing = {
  pack: (text, like = '') => deflateSync(text, { level: 1, ...dictionaryOf(like) }),
  unpack: (packed, like = '') =>
    inflateSync(packed, {
      maxOutputLength: LONGEST,
      chunkSize: goingOf(packed),
      ...dictionaryOf(like),
    }).toString(),
};

const dictionaryOf = (like: string) => (like === '' ? {} : { dictionary: Buffer.from(like.slice(-WINDOW)) });
