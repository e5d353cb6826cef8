import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, symlink } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { pipeline as chain, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/** @typedef {import('node:fs/promises').FileHandle} FileHandle */

/**
 * One file, folder or link of an archive.
 *
 * @typedef {object} ZipEntry
 * @property {string} name with `/` between folders; a folder's ends in one
 * @property {number} mode Unix type and permissions; 0 if the archive was not made on Unix
 * @property {number} method 0 stored, 8 deflated
 * @property {number} compressed bytes in the archive
 * @property {number} header where its local header begins
 */

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06', 'latin1');
const DIRECTORY_ENTRY = 0x02014b50;
const DEFLATED = 8;
const TYPE = 0o170000; // the bits of a Unix mode that tell what kind of file it is
const LINK = 0o120000;

/**
 * Unpacks an archive into `folder`, one entry at a time, so memory use stays small; permissions and links are kept.
 *
 * It does not check checksums of entries: check the archive as a whole first. It refuses archives over 4 GB (ZIP64) and entries
 * that would leave `folder`.
 *
 * @param {string} archive
 * @param {string} folder
 * @param {{ place?: (name: string) => string | null, onEntry?: (done: number, all: number) => void }} [options] `place` gives
 * the path inside `folder`, null for entries to skip
 */
export async function unzip(archive, folder, { place = (name) => name, onEntry = () => {} } = {}) {
  const file = await open(archive);
  try {
    const entries = await directory(file);
    for (const [done, entry] of entries.entries()) {
      const name = place(entry.name);
      if (name !== null) await unpack(file, entry, inside(folder, name));
      onEntry(done + 1, entries.length);
    }
  } finally {
    await file.close();
  }
}

/** @param {FileHandle} file @param {ZipEntry} entry @param {string} target */
async function unpack(file, entry, target) {
  if (entry.name.endsWith('/')) return mkdir(target, { recursive: true });
  await mkdir(dirname(target), { recursive: true });
  const content = await contentOf(file, entry);
  if ((entry.mode & TYPE) === LINK) return symlink(String(await buffer(content)), target);
  return pipeline(content, createWriteStream(target, { mode: entry.mode & 0o777 || 0o644 }));
}

/** @param {FileHandle} file @param {ZipEntry} entry */
async function contentOf(file, { name, method, compressed, header }) {
  if (method !== 0 && method !== DEFLATED)
    throw new Error(`${name}: compression method ${method} is not known`);
  if (compressed === 0) return Readable.from([]);
  const local = await bytes(file, header, 30);
  const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = createReadStream('', { fd: file.fd, autoClose: false, start, end: start + compressed - 1 });
  // If reading fails, the second stream ends with that error, where the caller sees it.
  return method === DEFLATED ? chain(packed, createInflateRaw(), () => {}) : packed;
}

/** Reads the list at the end of the archive. @param {FileHandle} file @returns {Promise<ZipEntry[]>} */
async function directory(file) {
  const { size } = await file.stat();
  const tail = await bytes(file, Math.max(0, size - 65_557), Math.min(size, 65_557)); // 22 bytes and the longest comment
  const end = tail.lastIndexOf(END_OF_DIRECTORY);
  if (end < 0) throw new Error('not a ZIP archive, or cut short');
  const count = tail.readUInt16LE(end + 10);
  const offset = tail.readUInt32LE(end + 16);
  if (count === 0xffff || offset === 0xffffffff) throw new Error('ZIP64 archives cannot be read');
  const list = await bytes(file, offset, tail.readUInt32LE(end + 12));
  /** @type {ZipEntry[]} */
  const entries = [];
  for (let at = 0; entries.length < count;) {
    if (list.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error('damaged ZIP archive');
    const nameLength = list.readUInt16LE(at + 28);
    entries.push({
      name: list.toString('utf8', at + 46, at + 46 + nameLength),
      mode: list.readUInt32LE(at + 38) >>> 16,
      method: list.readUInt16LE(at + 10),
      compressed: list.readUInt32LE(at + 20),
      header: list.readUInt32LE(at + 42),
    });
    at += 46 + nameLength + list.readUInt16LE(at + 30) + list.readUInt16LE(at + 32);
  }
  return entries;
}

/** @param {FileHandle} file @param {number} position @param {number} length */
async function bytes(file, position, length) {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('ZIP archive is cut short');
  return buffer;
}

/** @param {string} folder @param {string} name */
function inside(folder, name) {
  const path = resolve(folder, name);
  if (path !== resolve(folder) && !path.startsWith(resolve(folder) + sep)) {
    throw new Error(`${name} would be unpacked outside its folder`);
  }
  return path;
}
