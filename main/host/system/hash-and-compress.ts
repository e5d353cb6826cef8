import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Hash, Compression } from '../../../engine/index.ts';

export function sha256(): Hash {
  const hash = createHash('sha256');
  return {
    add: (text) => void hash.update(text),
    end: () => hash.digest('hex'),
  };
}

/** The SHA-256 of one text, in hex. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The maximum length of an unpacked text: longer ones do not fit into a JavaScript string. */
const MAX_SIZE = 2 ** 29; // bytes

/** zlib's best compression ratio. */
const BEST_COMPRESSION = 1 / 1_032;

/** Spare bytes in the buffer, so that zlib detects the end without another chunk. */
const SPARE_BYTES = 64;

function inflated(packed: Uint8Array, length: number): Buffer {
  // Decompressing in one chunk takes a third less time.
  const chunkSize = Math.min(length, packed.length / BEST_COMPRESSION, MAX_SIZE) + SPARE_BYTES;
  return inflateSync(packed, { maxOutputLength: MAX_SIZE, chunkSize });
}

/**
 * Compression of snapshots and checksums of rows in databases. zlib's fastest level takes less time than it saves in writing.
 */
export const packing: Compression = {
  pack: (data) => deflateSync(data, { level: 1 }),
  unpack: (packed, length) => {
    const bytes = inflated(packed, length);
    // Most texts are ASCII, which latin1 decodes in a quarter of the time.
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  },
  unpackBytes: inflated,
  crc32,
  sha256: sha256Of,
};
