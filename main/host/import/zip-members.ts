import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { TraceError } from '../../../engine/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes, openRegularFile } from '../system/index.ts';
import { unpackZstandard } from './zstandard.ts';

const MAX_MEMBERS = 100_000;

/** The maximum size of an unpacked archive, in bytes. */
export const MAX_UNPACKED = 8_000_000_000;

/** The maximum ratio of unpacked to packed size. Real logs stay below it; deflate allows up to 1,032. */
export const MAX_RATIO = 500;
export const SMALL_MEMBER = 20_000_000; // bytes: that much is unpacked at once

/** Whether a member is a decompression bomb. */
export const isBomb = (packed: number, unpacked: number): boolean =>
  unpacked > SMALL_MEMBER && unpacked > packed * MAX_RATIO;

export const BOMB_MESSAGE = 'It becomes so much larger when it is unpacked that it can be no text of a tool.';

/** The files in a zip archive. Sizes are checked before anything is unpacked, and nothing is written to disk. */
export class ZipMembers implements Disposable {
  readonly #zip: ZipFile;
  readonly #archive: string;
  readonly #members: ReadonlyMap<string, Entry>;
  /** The names of members that occur several times. The last one counts. */
  readonly repeated: readonly string[];

  private constructor(zip: ZipFile, archive: string, entries: readonly Entry[]) {
    this.#zip = zip;
    this.#archive = archive;
    const members = new Map<string, Entry>();
    const repeated: string[] = [];
    for (const entry of entries) {
      const name = entry.fileNameRaw.toString('utf8');
      if (members.has(name)) repeated.push(name);
      members.set(name, entry);
    }
    this.#members = members;
    this.repeated = repeated;
  }

  /** Opens the archive `name`, given as bytes or as a path on disk. @throws {TraceError} when it is damaged. */
  static async open(name: string, archive: Buffer | string): Promise<ZipMembers> {
    let zip: ZipFile | undefined;
    try {
      // A name may look like a path that leads elsewhere; none is used as one.
      // A pipe would be waited for.
      if (typeof archive === 'string') await (await openRegularFile(archive, { most: Infinity })).close();
      const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
      zip = await (typeof archive === 'string'
        ? openPromise(archive, options)
        : fromBufferPromise(archive, options));
      if (zip.entryCount > MAX_MEMBERS)
        throw new Error(`it has ${zip.entryCount} members, of ${MAX_MEMBERS} at most`);
      const entries: Entry[] = [];
      for await (const entry of zip.eachEntry())
        if (!entry.fileNameRaw.toString('utf8').endsWith('/')) entries.push(entry);
      checkSizes(entries);
      return new ZipMembers(zip, name, entries);
    } catch (thrown) {
      zip?.close();
      throw toTraceError(name, thrown);
    }
  }

  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** The unpacked size of a member in bytes, as declared in the archive. */
  sizeOf(name: string): number {
    return this.#members.get(name)!.uncompressedSize;
  }

  /** The total size of the members in `names`: for each, the larger of packed and unpacked size. */
  sizeOfAll(names: readonly string[]): number {
    let [packed, unpacked] = [0, 0];
    for (const name of names) {
      const { compressedSize, uncompressedSize } = this.#members.get(name)!;
      packed += compressedSize;
      unpacked += uncompressedSize;
    }
    return Math.max(packed, unpacked);
  }

  /** The content of a member. @throws {TraceError} when it is damaged, encrypted or too large. */
  async read(name: string): Promise<Buffer> {
    const entry = this.#members.get(name)!;
    const refused = (message: string): TraceError => new TraceError(this.#archive, [{ path: '', message }]);
    if (entry.isEncrypted()) throw refused(`${name} is encrypted.`);
    if (entry.compressionMethod === 8 && isBomb(entry.compressedSize, entry.uncompressedSize))
      throw refused(`${name} is refused. ${BOMB_MESSAGE}`);
    const size = Math.max(entry.compressedSize, entry.uncompressedSize);
    if (size > LIMITS.importBytes)
      throw refused(
        `${name} is too large: it has ${megabytes(size)}, of ${megabytes(LIMITS.importBytes)} at most.`,
      );
    try {
      const bytes = decoded(name, await this.#packed(entry), entry);
      if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
        throw refused(`${name} is damaged: it does not match its checksum.`);
      return bytes;
    } catch (thrown) {
      throw toTraceError(this.#archive, thrown);
    }
  }

  async #packed(entry: Entry): Promise<Buffer> {
    const chunks: Buffer[] = [];
    const stream = await this.#zip.openReadStreamPromise(entry, { decodeFileData: false });
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  [Symbol.dispose](): void {
    this.#zip.close();
  }
}

/** @throws {Error} when members are too large in total, or overlap, which would make a small archive expand endlessly. */
function checkSizes(entries: readonly Entry[]): void {
  const size = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (size > MAX_UNPACKED) throw new Error(`it has more than ${megabytes(MAX_UNPACKED)} unpacked`);
  const byOffset = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  for (const [index, { relativeOffsetOfLocalHeader: start, compressedSize }] of byOffset.entries()) {
    const next = byOffset[index + 1];
    if (next !== undefined && next.relativeOffsetOfLocalHeader < start + compressedSize)
      throw new Error('its members overlap');
  }
}

function decoded(name: string, packed: Buffer, { compressionMethod, uncompressedSize }: Entry): Buffer {
  switch (compressionMethod) {
    case 0:
      return packed;
    case 8:
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, uncompressedSize) });
    case 93:
      return unpackZstandard(packed, uncompressedSize);
    default:
      throw new Error(`${name} is compressed by method ${compressionMethod}, which is not known`);
  }
}

/** Converts an error of the libraries, which has no type of its own. Errors of the operating system are returned unchanged. */
export function toTraceError(name: string, thrown: unknown): unknown {
  if (thrown instanceof TraceError || !(thrown instanceof Error) || 'syscall' in thrown) return thrown;
  const why =
    thrown instanceof RangeError ? 'its sizes are not as it says' : thrown.message.replace(/\.$/, '');
  return new TraceError(name, [{ path: '', message: `The archive is damaged or was cut off (${why}).` }]);
}
