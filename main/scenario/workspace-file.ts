import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** What a scenario may be made of. */
const EXTENSIONS = ['.ts', '.js', '.json'];

/** More than a scenario or its data should ever weigh: reading it whole must not hold up the window. */
const LARGEST_FILE = 5_000_000; // bytes

export type Found =
  /** Within the workspace, with forward slashes; symbolic links followed. */
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'missing' | 'outside' | 'unreadable' };

/** The files a scenario may be made of, by their paths within the workspace. */
export interface ScenarioFiles {
  /** What `wanted` means, with its extension or without. */
  find(wanted: string): Promise<Found>;
  /** @throws {RangeError} when the file is larger than any scenario. */
  read(path: string): Promise<string>;
}

/** Those of the workspace in `folder`, which is a real path. Never leaves it. */
export const filesIn = (folder: string): ScenarioFiles => ({
  find: (wanted) => findFile(folder, wanted),
  read: (path) => readWorkspaceFile(folder, path),
});

/** Those that were kept, by path. */
export const filesKept = (texts: ReadonlyMap<string, string>): ScenarioFiles => ({
  find: (wanted) => {
    const path = candidates(wanted).find((candidate) => texts.has(candidate));
    return Promise.resolve(path === undefined ? { kind: 'missing' } : { kind: 'file', path });
  },
  read: (path) => Promise.resolve(texts.get(path)!),
});

/** Finds what `specifier` means in the file `importer`. */
export async function findImported(
  files: ScenarioFiles,
  importer: string,
  specifier: string,
): Promise<Found> {
  if (!/^\.\.?\//.test(specifier)) return { kind: 'outside' };
  return files.find(path.posix.join(path.posix.dirname(importer), specifier));
}

async function findFile(folder: string, wanted: string): Promise<Found> {
  for (const candidate of candidates(wanted)) {
    const file = path.resolve(folder, candidate);
    if (!isWithin(folder, file)) return { kind: 'outside' };
    const stats = await stat(file).catch(() => undefined);
    if (stats?.isFile() !== true) continue;

    const real = await realpath(file);
    if (!isWithin(folder, real)) return { kind: 'outside' };
    if (!EXTENSIONS.includes(path.extname(real))) return { kind: 'unreadable' };
    return { kind: 'file', path: path.relative(folder, real).split(path.sep).join('/') };
  }
  return { kind: 'missing' };
}

async function readWorkspaceFile(folder: string, file: string): Promise<string> {
  const { size } = await stat(path.join(folder, file));
  if (size > LARGEST_FILE)
    throw new RangeError(
      `found ${size.toLocaleString('en-US')} bytes, wanted at most ${LARGEST_FILE.toLocaleString('en-US')}`,
    );
  return readFile(path.join(folder, file), 'utf8');
}

/** In the order of the type checker: `./x.js` may mean `./x.ts`, `./x` may be a folder. */
const candidates = (wanted: string): readonly string[] => [
  ...(wanted.endsWith('.js') ? [wanted.replace(/\.js$/, '.ts')] : []),
  wanted,
  `${wanted}.ts`,
  `${wanted}.js`,
  `${wanted}/index.ts`,
  `${wanted}/index.js`,
];

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}
