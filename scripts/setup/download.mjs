import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

const REACHABLE_WITHIN = 5_000; // ms
const ATTEMPTS = 3;

/** Whether `url` responds to a HEAD request within five seconds. @param {string} url */
export async function reachable(url) {
  try {
    return (await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(REACHABLE_WITHIN) })).ok;
  } catch {
    return false;
  }
}

/**
 * Fetches `url` into `file` and checks its SHA-256; tries three times.
 *
 * @param {string} url
 * @param {string} file
 * @param {{ sha256: string, onProgress: (done: number, all: number) => void, pause?: number }} options `all` is 0 if the server
 * did not say; `pause` in ms before the second attempt, doubled before the third
 */
export async function download(url, file, { sha256, onProgress, pause = 1_000 }) {
  for (let attempt = 1; ; attempt++) {
    try {
      await fetchOnce(url, file, onProgress);
      const found = await digest(file, 'sha256', 'hex');
      if (found !== sha256) throw new Error(`${url}: SHA-256 is ${found}, expected ${sha256}`);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await wait(pause * 2 ** (attempt - 1));
    }
  }
}

/** @param {string} url @param {string} file @param {(done: number, all: number) => void} onProgress */
async function fetchOnce(url, file, onProgress) {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const all = Number(response.headers.get('content-length') ?? 0);
  let done = 0;
  const body = Readable.fromWeb(response.body).on('data', (chunk) => onProgress((done += chunk.length), all));
  await pipeline(body, createWriteStream(file));
}

/**
 * The digest of a file's content.
 *
 * @param {string} file
 * @param {'sha256' | 'sha512'} algorithm
 * @param {'hex' | 'base64'} encoding
 */
export async function digest(file, algorithm, encoding) {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest(encoding);
}
