import type { Stats } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { glob, isDynamicPattern } from 'tinyglobby';
import { filesToLookInto, groupedFiles, OrreryError, TraceError } from '../../../engine/index.ts';
import { compareCodePoints } from '../../../engine/model/index.ts';
import { megabytes, openRegularFile, ProblemError } from '../system/index.ts';
import { decodeBeginning } from './file-kinds.ts';
import { readTraceFile } from './trace-file.ts';
import { BOMB_MESSAGE, isBomb, ZipMembers, MAX_UNPACKED } from './zip-members.ts';
import { FIRST_BLOCK_BYTES } from './zstandard.ts';

/** A file of a {@link ImportSource}, on disk or in an archive. */
export interface ImportSourceFile {
  readonly size: number; // bytes
  /** Reads the file. @throws {OrreryError} when it cannot be read or is too large. */
  readonly read: () => Promise<Buffer>;
  /** The path on disk; `undefined` for packed files and dropped bytes. */
  readonly location?: string;
  /** The time of the last change, in milliseconds since the Unix epoch; 0 for a file that cannot change. */
  readonly changed: number;
}

/** A source of runs: a file, or files that are read together. */
export interface ImportSource {
  /** The name in messages: the name of the file, or its path in the folder or archive. */
  readonly label: string;
  /** The files by their paths in the source: a single one, or those of a group. */
  readonly files: ReadonlyMap<string, ImportSourceFile>;
  /** Whether this is the first of the sources that share a file. */
  readonly isFirst: boolean;
  /** The folder or archive of the source. It is the set of runs whose file names no set. */
  readonly collection: Collection | undefined;
}

/** A folder or an archive. */
interface Collection {
  readonly key: string;
  readonly name: string;
  readonly isArchive?: boolean;
}

/** A source that is left out without being read. */
export interface LeftOut {
  readonly label: string;
  readonly reason: string;
}

/** What to import: a file, folder, archive or pattern on disk, or bytes. */
export type ImportRequestItem =
  { readonly file: string } | { readonly name: string; readonly bytes: Uint8Array };

/** Finds sources. Keeps archives open, and folders with unpacked files, until it is disposed of. */
export class Sources implements AsyncDisposable {
  readonly #cleanups: (() => Promise<void> | void)[] = [];
  readonly leftOut: LeftOut[] = [];

  /** The sources in `wanted`, sorted by path. @throws {OrreryError} when it cannot be listed. */
  async in(wanted: ImportRequestItem): Promise<readonly ImportSource[]> {
    if ('bytes' in wanted) return this.#inFile(wanted.name, fileOf(wanted.bytes));
    const { file } = wanted;
    const status = await stat(file).catch(() => undefined);
    if (status?.isDirectory() === true) return this.#inFolder(file);
    if (status === undefined && isDynamicPattern(file)) return this.#matching(file);
    return this.#inFile(basename(file), onDisk(file, status));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const cleanUp of this.#cleanups.splice(0)) await cleanUp();
  }

  async #matching(pattern: string): Promise<readonly ImportSource[]> {
    const found = await glob(pattern.replaceAll('\\', '/'), { absolute: true, ...SEARCH_OPTIONS });
    if (found.length === 0) throw new ProblemError('no-such-file', `${pattern}: no file has such a name`);
    const collection = { key: resolve(pattern), name: pattern };
    return this.#together(new Map(found.map((path) => [path, path])), collection, (path) => basename(path));
  }

  async #inFolder(folder: string): Promise<readonly ImportSource[]> {
    const found = await glob('**/*', { cwd: folder, ...SEARCH_OPTIONS });
    return this.#together(
      new Map(found.map((path) => [path, join(folder, path)])),
      { key: resolve(folder), name: basename(resolve(folder)) },
      (path) => path,
    );
  }

  async #together(
    found: ReadonlyMap<string, string>,
    collection: Collection,
    labelOf: (path: string) => string,
  ): Promise<readonly ImportSource[]> {
    if (found.size > MAX_FILES)
      throw new ProblemError(
        'file-too-large',
        `${collection.name} has ${found.size} files, of ${MAX_FILES} at most. Import its folders one by one.`,
      );
    const sizes = new Map<string, ImportSourceFile>();
    for (const [path, location] of found) {
      const status = await stat(location).catch(() => undefined);
      if (status?.isFile() === true) sizes.set(path, onDisk(location, status));
    }
    return this.#grouped(sizes, collection, labelOf);
  }

  /** The sources among files, which are given by path with `/` between folders. */
  async #grouped(
    files: ReadonlyMap<string, ImportSourceFile>,
    collection: Collection,
    labelOf: (path: string) => string,
  ): Promise<readonly ImportSource[]> {
    const paths = [...files.keys()].sort(compareCodePoints);
    const beginnings = new Map<string, string>();
    for (const path of filesToLookInto(paths))
      beginnings.set(
        path,
        decodeBeginning(
          await readBeginning(files.get(path)!, path.endsWith('.zst') ? FIRST_BLOCK_BYTES : BEGINNING_BYTES),
        ),
      );
    const { groups, copies } = groupedFiles(paths, beginnings);
    const grouped = new Set(groups.flatMap((group) => [...group.files.values()]));
    const sources: ImportSource[] = [];
    const heads = new Set<string>();
    for (const group of groups) {
      const [head] = group.files.values();
      sources.push({
        label: labelOf(group.name),
        files: new Map(Array.from(group.files, ([inner, path]) => [inner, files.get(path)!])),
        isFirst: !heads.has(head!),
        collection,
      });
      heads.add(head!);
    }
    for (const path of paths)
      if (copies.has(path))
        this.leftOut.push({ label: labelOf(path), reason: 'Another file of its folder says the same' });
      else if (!grouped.has(path))
        sources.push(...(await this.#within(labelOf(path), files.get(path)!, collection)));
    return sources.sort((one, other) => compareCodePoints(one.label, other.label));
  }

  /** The sources in one of several files. If it is an archive that cannot be opened, the others are not affected. */
  async #within(
    label: string,
    file: ImportSourceFile,
    collection: Collection,
  ): Promise<readonly ImportSource[]> {
    try {
      return await this.#inFile(label, file, collection);
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      this.leftOut.push({ label, reason: thrown.message.replace(`${label}: `, '').replace(/\.$/, '') });
      return [];
    }
  }

  /** The sources in a file, which may be an archive. An archive inside another one is not unpacked, because it may contain itself. */
  async #inFile(
    label: string,
    file: ImportSourceFile,
    collection?: Collection,
  ): Promise<readonly ImportSource[]> {
    const itself = [{ label, files: new Map([[label, file]]), isFirst: true, collection }];
    const { location } = file;
    if (collection?.isArchive === true) return itself;
    if (/\.(?:tar|tgz|tar\.gz)$/i.test(label) && location !== undefined)
      return this.#unpacked(label, location, collection);
    if (!/\.(?:zip)$/i.test(label)) return itself;
    const zip = await ZipMembers.open(label, location ?? (await file.read()));
    this.#cleanups.push(() => {
      zip[Symbol.dispose]();
    });
    // A log of Inspect may have any name.
    if (zip.has('header.json') || zip.has('_journal/start.json')) return itself;
    const members = new Map(
      zip.names.map((name) => {
        const member = { size: zip.sizeOf(name), changed: file.changed, read: () => zip.read(name) };
        return [name, member] as const;
      }),
    );
    if (members.size === 0) throw refusedArchive(label, EMPTY);
    const inner = { ...(collection ?? { key: location ?? label, name: label }), isArchive: true };
    for (const name of zip.repeated) this.leftOut.push({ label: `${label}/${name}`, reason: REPEATED });
    return this.#grouped(members, inner, (path) => `${label}/${path}`);
  }

  async #unpacked(label: string, location: string, around?: Collection): Promise<readonly ImportSource[]> {
    const before = this.leftOut.length;
    const folder = await mkdtemp(join(tmpdir(), 'orrery-'));
    this.#cleanups.push(() => rm(folder, { recursive: true, force: true }));
    try {
      await using archive = await openRegularFile(location, { most: Infinity });
      const read = archive.createReadStream({ autoClose: false });
      const names = new Set<string>();
      const unpack = unpackTar(folder, {
        // As strangers' files they may forbid to be read.
        fmode: 0o600,
        dmode: 0o700,
        filter: ({ type, name }) => {
          if (type === 'directory') return true;
          const reason = type !== 'file' ? 'A link or a device' : names.has(name) ? REPEATED : undefined;
          if (reason !== undefined) this.leftOut.push({ label: `${label}/${name}`, reason });
          else names.add(name);
          if (names.size > MAX_FILES || this.leftOut.length > MAX_FILES)
            throw refusedArchive(label, TOO_MANY);
          return reason === undefined;
        },
      });
      await (/z$/i.test(label)
        ? pipeline(
            read,
            createGunzip(),
            atMost(label, () => read.bytesRead),
            unpack,
          )
        : pipeline(read, atMost(label), unpack));
    } catch (thrown) {
      if (thrown instanceof TraceError || !(thrown instanceof Error)) throw thrown;
      throw refusedArchive(label, `The archive is damaged or was cut off (${reasonIn(thrown)}).`);
    }
    const found = await glob('**/*', { cwd: folder, ...SEARCH_OPTIONS });
    if (found.length === 0 && this.leftOut.length === before) throw refusedArchive(label, EMPTY);
    return this.#together(
      new Map(found.map((path) => [path, join(folder, path)])),
      { ...(around ?? { key: location, name: label }), isArchive: true },
      (path) => `${label}/${path}`,
    );
  }
}

/** Whether a path is a pattern for the names of several files, such as `logs/*.eval`. */
export const isPattern = (path: string): boolean => isDynamicPattern(path);

/** The number of bytes at the beginning of a file that say which files belong together. */
const BEGINNING_BYTES = 4_000;

/** The maximum number of files in an imported folder. */
const MAX_FILES = 100_000;

const REPEATED = 'Another file of the archive has the same name';
const EMPTY = 'The archive has no files, or is none.';
const TOO_MANY = `The archive has more than ${MAX_FILES} files.`;

const refusedArchive = (label: string, message: string): TraceError =>
  new TraceError(label, [{ path: '', message }]);

/** The reason why an archive could not be unpacked, without temporary paths. */
const reasonIn = ({ message }: Error): string =>
  message
    .replaceAll(/'?\/[^']*orrery-[^/']*\/?/g, '')
    .replace(/\.$/, '')
    .slice(0, 200);

/** The options for searching folders. */
export const SEARCH_OPTIONS = {
  onlyFiles: true,
  dot: false,
  followSymbolicLinks: false,
  ignore: ['**/node_modules/**'],
} as const;

/** A stream that fails when an archive exceeds the maximum size; `packed` returns the number of archive bytes read so far. */
function atMost(label: string, packed?: () => number): Transform {
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length;
      if (length > MAX_UNPACKED)
        done(refusedArchive(label, `The archive has more than ${megabytes(MAX_UNPACKED)} unpacked.`));
      else if (packed !== undefined && isBomb(packed(), length)) done(refusedArchive(label, BOMB_MESSAGE));
      else done(null, chunk);
    },
  });
}

const onDisk = (location: string, status: Stats | undefined): ImportSourceFile => ({
  size: status?.size ?? 0,
  location,
  changed: status?.mtimeMs ?? 0,
  read: () => readTraceFile(location),
});

const fileOf = (bytes: Uint8Array): ImportSourceFile => ({
  size: bytes.length,
  changed: 0,
  // The same memory: a copy of a file may be large.
  read: () => Promise.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
});

/** The first bytes of a file; none when it cannot be read: reading all of it says why. */
export async function readBeginning(file: ImportSourceFile, length: number): Promise<Buffer> {
  try {
    if (file.location === undefined) return (await file.read()).subarray(0, length);
    await using opened = await openRegularFile(file.location, { most: Infinity });
    const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(length), position: 0 });
    return buffer.subarray(0, bytesRead);
  } catch {
    return Buffer.alloc(0);
  }
}
