import { refuseGiven } from '../problem.ts';

/** A run's only source of random numbers. Equal seeds give equal draws, different seeds different ones. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform among the whole numbers from `low` to `high`, both included. In a range of more than 2^32 numbers, some never occur. */
  int(low: number, high: number): number;
  /** An id of `digits` hexadecimal digits. */
  hex(digits?: number): string;
  /** A separate stream: draws from it never shift the draws of its parent. */
  fork(name: string): Random;
}

const MAX_DIGITS = 1_000;
const HEX = '0123456789abcdef';

/**
 * The stream of random numbers called `stream`. Source: sfc32 by Chris Doty-Humphrey (PractRand), seeded through splitmix32 with the stream's name mixed in.
 *
 * @throws {RangeError} when `seed` is not a whole number, or beyond 2^53 − 1.
 */
export function seededRandom(seed: number, stream = ''): Random {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed: ${String(seed)} is not a whole number.`);
  const spread = splitmix32(hashSeed(seed, stream));
  // The high bits of a seed go into the counter, so that two seeds never give the same stream.
  let [a, b, c, counter] = [spread(), spread(), spread(), 1 + Math.floor(seed / 2 ** 32)];

  const draw = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) draw();

  return {
    next: () => draw() / 2 ** 32,
    int: (low, high) => {
      if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high))
        refuseGiven('random.int(low, high)', Number.isSafeInteger(low) ? high : low, 'a whole number');
      if (high < low) refuseGiven('random.int(low, high)', high, `${low} or more`);
      return low + Math.floor((draw() / 2 ** 32) * (high - low + 1));
    },
    hex: (digits = 32) => {
      if (!Number.isSafeInteger(digits) || digits < 0 || digits > MAX_DIGITS)
        refuseGiven('random.hex(digits)', digits, `a whole number from 0 to ${MAX_DIGITS}`);
      let text = '';
      for (let count = 0; count < digits; count++) text += HEX[draw() >>> 28]!;
      return text;
    },
    fork: (name) => {
      if (typeof name !== 'string') refuseGiven('random.fork(name)', name, 'a text');
      return seededRandom(seed, `${stream}/${name}`);
    },
  };
}

/** FNV-1a over the stream's name, started from the low 32 bits of the seed. Source: Fowler, Noll, Vo. */
function hashSeed(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ (seed >>> 0);
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

function splitmix32(state: number): () => number {
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let word = state ^ (state >>> 16);
    word = Math.imul(word, 0x21f0aaad);
    word ^= word >>> 15;
    word = Math.imul(word, 0x735a2d97);
    return word ^ (word >>> 15);
  };
}
