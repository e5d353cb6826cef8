import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { readText } from '../system/index.ts';

/** File name extensions of files that a scenario may import. */
const EXTENSIONS = ['.ts', '.js', '.json'];

/** The maximum size of a scenario or data file: reading a larger one would block the window. */
export const MAX_FILE_SIZE = 5_000_000; // bytes

/** The maximum number of files in an imported folder. */
const MAX_IN_FOLDER = 1_000;

export type FindResult =
  /** Within the workspace, with forward slashes; symbolic links are resolved. */
  { readonly kind: 'file'; readonly path: string } | { readonly kind: 'missing' | 'outside' | 'unreadable' };

/** The files that a scenario may import, by their paths within the workspace. */
export interface ScenarioFiles {
  /** The file that `wanted` refers to, with or without its extension. */
  find(wanted: string): Promise<FindResult>;
  /**
   * The text of a file.
   * @throws {ProblemError} when the file is larger than 5 MB, or is no longer a file of the workspace.
   */
  read(path: string): Promise<string>;
  /**
   * The files in `folder` and below it, in code-point order; `undefined` when there is no such folder. Hidden files and links
   * are left out.
   *
   * @throws {RangeError} when there are more than a thousand.
   */
  list(folder: string): Promise<readonly string[] | undefined>;
}

/** The files of the workspace `folder`, a real path. Never reads outside it. */
export const filesIn = (folder: string): ScenarioFiles => ({
  find: (wanted) => findFile(folder, wanted),
  read: (file) => readText(path.join(folder, file), { most: MAX_FILE_SIZE, within: folder }),
  list: (path) => listWorkspaceFolder(folder, path),
});

/** Texts of unsaved files in the window, by path. */
export type Unsaved = ReadonlyMap<string, string>;

/** `files`, with the texts in `unsaved` instead of those on disk. */
export const withUnsaved = (files: ScenarioFiles, unsaved: Unsaved): ScenarioFiles => ({
  find: async (wanted) => {
    const found = await files.find(wanted);
    const path = found.kind === 'missing' ? candidates(wanted).find((one) => unsaved.has(one)) : undefined;
    return path === undefined ? found : { kind: 'file', path };
  },
  read: async (path) => unsaved.get(path) ?? files.read(path),
  list: (folder) => files.list(folder),
});

/** The files stored with a run, by path. */
export const filesFrom = (texts: ReadonlyMap<string, string>): ScenarioFiles => ({
  find: (wanted) => {
    const path = candidates(wanted).find((candidate) => texts.has(candidate));
    return Promise.resolve(path === undefined ? { kind: 'missing' } : { kind: 'file', path });
  },
  read: (path) => Promise.resolve(texts.get(path)!),
  list: (folder) => {
    const paths = [...texts.keys()].filter((path) => path.startsWith(`${folder}/`));
    return Promise.resolve(paths.length === 0 ? undefined : paths.sort());
  },
});

/** Finds the file that `specifier` refers to in the file `importer`. */
export async function findImported(
  files: ScenarioFiles,
  importer: string,
  specifier: string,
): Promise<FindResult> {
  if (!/^\.\.?\//.test(specifier)) return { kind: 'outside' };
  return files.find(path.posix.join(path.posix.dirname(importer), specifier));
}

async function findFile(folder: string, wanted: string): Promise<FindResult> {
  for (const candidate of candidates(wanted)) {
    const file = path.resolve(folder, candidate);
    if (!isBelowFolder(folder, file)) return { kind: 'outside' };
    const stats = await stat(file).catch(() => undefined);
    if (stats?.isFile() !== true) continue;

    const real = await realpath(file);
    if (!isBelowFolder(folder, real)) return { kind: 'outside' };
    if (!EXTENSIONS.includes(path.extname(real))) return { kind: 'unreadable' };
    return { kind: 'file', path: path.relative(folder, real).split(path.sep).join('/') };
  }
  return { kind: 'missing' };
}

async function listWorkspaceFolder(folder: string, wanted: string): Promise<readonly string[] | undefined> {
  const top = path.resolve(folder, wanted);
  const real = await realpath(top).catch(() => undefined);
  // A linked folder would have two names.
  if (real !== top || !isBelowFolder(folder, real) || !(await stat(real)).isDirectory()) return undefined;
  const { files, cut } = await firstFiles(folder, wanted);
  if (cut) throw new RangeError(`more than ${MAX_IN_FOLDER} files in one folder`);
  return files;
}

/** The first thousand files in `wanted` and below it, as {@link ScenarioFiles.list} lists them; those deep below are cut off first. */
export async function firstFiles(
  folder: string,
  wanted: string,
): Promise<{ readonly files: readonly string[]; readonly cut: boolean }> {
  const files: string[] = [];
  const open = [path.resolve(folder, wanted)];
  let left = MAX_IN_FOLDER;
  for (let at = open.shift(); at !== undefined; at = open.shift())
    for (const entry of await readdir(at, { withFileTypes: true })) {
      left -= 1;
      if (left < 0) return { files: files.sort(), cut: true };
      const file = path.join(at, entry.name);
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) open.push(file);
      if (entry.isFile()) files.push(path.relative(folder, file).split(path.sep).join('/'));
    }
  return { files: files.sort(), cut: false };
}

/** `file`, which is absolute or within `folder`, within `folder` with forward slashes; `undefined` if it is elsewhere. */
export function relativeWithin(folder: string, file: string): string | undefined {
  const absolute = path.resolve(folder, file);
  return isBelowFolder(folder, absolute)
    ? path.relative(folder, absolute).split(path.sep).join('/')
    : undefined;
}

/** The paths to try, in TypeScript's order: `./x.js` may mean `./x.ts`, and `./x` may be a folder. */
export const candidates = (wanted: string): readonly string[] => [
  ...(wanted.endsWith('.js') ? [wanted.replace(/\.js$/, '.ts')] : []),
  wanted,
  `${wanted}.ts`,
  `${wanted}.js`,
  `${wanted}/index.ts`,
  `${wanted}/index.js`,
];

/** Whether `file` lies below `folder`; both are absolute. */
export function isBelowFolder(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}
