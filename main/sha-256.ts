import { createHash } from 'node:crypto';
import type { Hash } from '../engine/index.ts';

/** SHA-256 of texts, in hex. */
export function sha256(): Hash {
  const hash = createHash('sha256');
  return {
    add: (text) => void hash.update(text),
    end: () => hash.digest('hex'),
  };
}
