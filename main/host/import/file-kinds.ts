import { constants, gunzipSync } from 'node:zlib';
import { TraceError } from '../../../engine/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes } from '../system/index.ts';
import { MAX_RATIO, SMALL_MEMBER } from './zip-members.ts';
import { beginningOfZstandard, unpackZstandard } from './zstandard.ts';

/** File types that cannot be read, by their first bytes, with the type's name and advice. */
const KINDS: readonly (readonly [start: string, kind: string, advice: string])[] = [
  ['SQLite format 3', 'a database', 'Give its file with --db, or open the folder of its workspace.'],
  ['7z\xbc\xaf', 'a 7-Zip archive', 'Unpack it and import the files in it.'],
  ['\xfd7zXZ', 'a file packed by xz', 'Unpack it with unxz and import the result.'],
  ['BZh', 'a file packed by bzip2', 'Unpack it with bunzip2 and import the result.'],
  ['Rar!', 'a RAR archive', 'Unpack it and import the files in it.'],
  ['%PDF', 'a PDF', 'Import the trajectory that it was made from.'],
  ['\x89PNG', 'a picture', 'Import the trajectory that it was made from.'],
  ['\x80\x02', 'a pickle of Python', 'It is a program, which Orrery does not run. Write the data as JSON.'],
  ['\x80\x03', 'a pickle of Python', 'It is a program, which Orrery does not run. Write the data as JSON.'],
  ['\x80\x04', 'a pickle of Python', 'It is a program, which Orrery does not run. Write the data as JSON.'],
  ['\x80\x05', 'a pickle of Python', 'It is a program, which Orrery does not run. Write the data as JSON.'],
  ['<!DOCTYPE', 'a web page', 'Download the file itself, not the page that shows it.'],
  ['<html', 'a web page', 'Download the file itself, not the page that shows it.'],
  ['version https://git-lfs', 'a pointer of Git LFS', 'Fetch the file itself with git lfs pull.'],
];

/** The number of characters that identify a file type. */
export const BEGINNING_CHARACTERS = 32;

/** Refuses a file that begins with `start` if its type cannot be read. @throws {TraceError} that names the type. */
export function refuseKind(start: string, name: string): void {
  const kind = KINDS.find(([prefix]) => start.startsWith(prefix));
  if (kind !== undefined)
    throw new TraceError(name, [{ path: '', message: `This is ${kind[1]}. ${kind[2]}` }]);
}

const GZIP = '\x1f\x8b';
const ZSTANDARD = '\x28\xb5\x2f\xfd';
const TAR = 'ustar';
const TAR_OFFSET = 257;

/**
 * The text in a file, which may be UTF-8, UTF-16 as PowerShell writes it, or packed by gzip or Zstandard.
 * @throws {TraceError} when the file has no text, or is damaged.
 */
export function decodeText(bytes: Buffer, name: string): string {
  const refused = (message: string): TraceError => new TraceError(name, [{ path: '', message }]);
  const unpacked = unpack(bytes, name);
  const start = unpacked.toString('latin1', 0, BEGINNING_CHARACTERS);
  refuseKind(start, name);
  if (unpacked.toString('latin1', TAR_OFFSET, TAR_OFFSET + TAR.length) === TAR)
    throw refused('This is a tar archive. Unpack it and import the files in it.');
  if (start.startsWith('\xff\xfe') || isWide(unpacked, 1)) return unpacked.toString('utf16le');
  if (start.startsWith('\xfe\xff') || isWide(unpacked, 0))
    return Buffer.from(unpacked.subarray(0, unpacked.length - (unpacked.length % 2)))
      .swap16()
      .toString('utf16le');
  return unpacked.toString('utf8');
}

/** The text at the beginning of a file, of which `bytes` are the first ones; empty if they cannot be unpacked. */
export function decodeBeginning(bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 4);
  try {
    const unpacked = start.startsWith(GZIP)
      ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
      : start === ZSTANDARD
        ? beginningOfZstandard(bytes)
        : bytes;
    return unpacked.toString('utf8');
  } catch (thrown) {
    // Reading all of the file says what is wrong with it.
    if (thrown instanceof Error) return '';
    throw thrown;
  }
}

/** Whether every second byte at the start is zero, as in UTF-16 text of Latin letters without a byte order mark. */
const isWide = (bytes: Buffer, from: 0 | 1): boolean =>
  bytes.length >= 8 && [0, 2, 4, 6].every((at) => bytes[at + from] === 0 && bytes[at + 1 - from] !== 0);

function unpack(bytes: Buffer, name: string): Buffer {
  const start = bytes.toString('latin1', 0, 4);
  const isGzip = start.startsWith(GZIP);
  if (!isGzip && start !== ZSTANDARD) return bytes;
  const refused = (why: string): TraceError =>
    new TraceError(name, [
      { path: '', message: `The file is packed by ${isGzip ? 'gzip' : 'Zstandard'}, and ${why}.` },
    ]);
  // A bomb takes the memory of the result before its size is known.
  const most = isGzip
    ? Math.min(LIMITS.importBytes, Math.max(SMALL_MEMBER, bytes.length * MAX_RATIO))
    : LIMITS.importBytes;
  try {
    return isGzip ? gunzipSync(bytes, { maxOutputLength: most }) : unpackZstandard(bytes, LIMITS.importBytes);
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const isLarge = thrown instanceof RangeError || thrown.message.includes('too many bytes');
    throw refused(
      isLarge
        ? `unpacked it has more than ${megabytes(most)}`
        : `it is damaged or was cut off (${thrown.message.replace(/\.$/, '')})`,
    );
  }
}
