import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { LIMITS } from '../../../preload/contract.ts';
import {
  makeFolder,
  resolveWithin,
  ProblemError,
  readText,
  requireFolder,
  sha256Of,
  writeAtomically,
} from '../system/index.ts';

const bundleFolder = (folder: string, hash: string): string => join(folder, 'bundles', hash);

/** The real path of the sweep's folder, which may have been given as a link. */
export const realFolder = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder);

/** The file at `path` of the sweep's folder. @throws {ProblemError} when a link leads out, or it is no regular file. */
export function fileIn(folder: string, path: string): string {
  const real = realFolder(folder);
  return existsSync(real) ? resolveWithin(real, join(real, path)) : join(real, path);
}

/** The names in `parts/` of the sweep's folder. @throws {ProblemError} when that is no folder, or a link leads out. */
export function namesInParts(folder: string): readonly string[] {
  const real = realFolder(folder);
  const parts = join(real, 'parts');
  if (!existsSync(parts)) return [];
  requireFolder(real, parts);
  return readdirSync(parts);
}

/** The real path of the folder with the files of the bundle `hash`. @throws {ProblemError} when it is missing, or elsewhere. */
export function bundleIn(folder: string, hash: string): string {
  const place = bundleFolder(folder, hash);
  if (existsSync(place)) {
    const real = realFolder(folder);
    requireFolder(real, bundleFolder(real, hash));
    return realpathSync(place);
  }
  throw new ProblemError(
    'no-such-file',
    `${place}: The files of this job are missing. Copy the sweep with its whole folder, or plan it again.`,
  );
}

const sortedFiles = (files: Iterable<readonly [string, string]>): readonly (readonly [string, string])[] =>
  [...files].sort(([one], [other]) => (one < other ? -1 : 1));

const bundleHash = (sorted: ReturnType<typeof sortedFiles>): string => sha256Of(JSON.stringify(sorted));

/** Writes `files` to a folder named by their hash. Returns the hash. */
export async function writeBundle(folder: string, files: ReadonlyMap<string, string>): Promise<string> {
  const sorted = sortedFiles(files);
  const hash = bundleHash(sorted);
  makeFolder(folder);
  const within = realFolder(folder);
  const place = bundleFolder(within, hash);
  if (existsSync(place)) return hash;
  const unfinished = `${place}.${process.pid}`;
  for (const [path, text] of sorted)
    await writeAtomically(join(unfinished, path), text, { within, isDurable: false });
  await rename(unfinished, place);
  return hash;
}

/** The files of the bundle `hash`, by path. @throws {ProblemError} when they do not match the hash. */
export async function readBundle(folder: string, hash: string): Promise<ReadonlyMap<string, string>> {
  const place = bundleIn(folder, hash);
  const changed = new ProblemError(
    'bad-sweep',
    `${place}: The files are not those that were planned. Plan the sweep again.`,
  );
  const files = new Map<string, string>();
  for (const entry of await readdir(place, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    // A link would lead to other files when the sweep runs.
    if (!entry.isFile()) throw changed;
    const file = join(entry.parentPath, entry.name);
    files.set(
      relative(place, file).split(sep).join('/'),
      await readText(file, { most: LIMITS.importBytes, within: realFolder(folder) }),
    );
  }
  if (bundleHash(sortedFiles(files)) !== hash) throw changed;
  return files;
}
