import { deflateSync, inflateSync } from 'node:zlib';
import type { Packing } from '../engine/index.ts';

/** No text that JavaScript can hold is longer: what is, was made to fill the memory. */
const LONGEST = 2 ** 29; // bytes

/** How databases have their long texts packed: zlib, where the quickest level takes less time than it saves in writing. */
export const packing: Packing = {
  pack: (text) => deflateSync(text, { level: 1 }),
  unpack: (packed) => inflateSync(packed, { maxOutputLength: LONGEST }).toString(),
};
