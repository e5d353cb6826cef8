import { crc32, inflateRawSync } from 'node:zlib';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { TraceError } from '../../../engine/index.ts';
import { LIMITS } from '../../../preload/contract.ts';
import { megabytes, openFile } from '../system/index.ts';
import { unpackZstandard } from './zstandard.ts';

const MAX_MEMBERS = 100_000;

/** The files in a zip archive. Sizes are checked before anything is unpacked, and nothing is written to disk. */
export class ZipMembers implements Disposable {
  readonly #zip: ZipFile;
  readonly #archive: string;
  readonly #members: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, archive: string, members: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#archive = archive;
    this.#members = members;
  }

  /** Opens the archive `name`, given as bytes or as a path on disk. @throws {TraceError} when it is damaged. */
  static async open(name: string, archive: Buffer | string): Promise<ZipMembers> {
    let zip: ZipFile | undefined;
    try {
      // A name may look like a path that leads elsewhere; none is used as one.
      // A pipe would be waited for.
      if (typeof archive === 'string') await (await openFile(archive, { most: Infinity })).close();
      const options = { lazyEntries: true, decodeStrings: false, autoClose: false };
      zip = await (typeof archive === 'string'
        ? openPromise(archive, options)
        : fromBufferPromise(archive, options));
      if (zip.entryCount > MAX_MEMBERS)
        throw new Error(`it has ${zip.entryCount} members, of ${MAX_MEMBERS} at most`);
      const members = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const path = entry.fileNameRaw.toString('utf8');
        if (!path.endsWith('/')) members.set(path, entry);
      }
      return new ZipMembers(zip, name, members);
    } catch (thrown) {
      zip?.close();
      throw refusal(name, thrown);
    }
  }

  get names(): readonly string[] {
    return [...this.#members.keys()];
  }

  has(name: string): boolean {
    return this.#members.has(name);
  }

  /** The size of a member unpacked, bytes, as the archive says. */
  sizeOf(name: string): number {
    return this.#members.get(name)!.uncompressedSize;
  }

  /** The sizes of all members in `names` together, packed or unpacked, whichever is more. */
  sizeOfAll(names: readonly string[]): number {
    let [packed, unpacked] = [0, 0];
    for (const name of names) {
      const { compressedSize, uncompressedSize } = this.#members.get(name)!;
      packed += compressedSize;
      unpacked += uncompressedSize;
    }
    return Math.max(packed, unpacked);
  }

  /** What is in a member. @throws {TraceError} when it is damaged, encrypted or too large. */
  async read(name: string): Promise<Buffer> {
    const entry = this.#members.get(name)!;
    const refused = (message: string): TraceError => new TraceError(this.#archive, [{ path: '', message }]);
    if (entry.isEncrypted()) throw refused(`${name} is encrypted.`);
    const size = Math.max(entry.compressedSize, entry.uncompressedSize);
    if (size > LIMITS.importBytes)
      throw refused(
        `${name} is too large: it has ${megabytes(size)}, of ${megabytes(LIMITS.importBytes)} at most.`,
      );
    try {
      const bytes = decoded(name, await this.#packed(entry), entry);
      if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32)
        throw refused(`${name} is damaged: its checksum is another.`);
      return bytes;
    } catch (thrown) {
      throw refusal(this.#archive, thrown);
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

/** What the libraries throw has no type of its own. What the operating system refused is told elsewhere. */
export function refusal(name: string, thrown: unknown): unknown {
  if (thrown instanceof TraceError || !(thrown instanceof Error) || 'syscall' in thrown) return thrown;
  const why =
    thrown instanceof RangeError ? 'its sizes are not as it says' : thrown.message.replace(/\.$/, '');
  return new TraceError(name, [{ path: '', message: `The archive is damaged or was cut off (${why}).` }]);
}
