import { deflateSync, inflateSync } from 'node:zlib';
import type { Packing } from '../engine/index.ts';

/** No text that JavaScript can hold is longer: what is, was made to fill the memory. */
const LONGEST = 2 ** 29; // bytes

/** Most stretches of a log are unpacked in one go by this, which takes a quarter less time. */
const GOING = 64 * 1024; // bytes

/** How databases have their long texts packed: zlib, where the quickest level takes less time than it saves in writing. */
export const packing: Packing = {
  pack: (text) => deflateSync(text, { level: 1 }),
  unpack: (packed) => inflateSync(packed, { maxOutputLength: LONGEST, chunkSize: GOING }).toString(),
};
