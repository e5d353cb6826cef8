import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Fault } from '../fault.ts';

/** Which files of a workspace a path may name. */
export interface Shelf {
  readonly folder: string;
  readonly ending: string;
}

export const SCENARIOS: Shelf = { folder: 'scenarios', ending: '.ts' };
export const TRACES: Shelf = { folder: 'traces', ending: '.json' };
export const AGENTS: Shelf = { folder: 'agents', ending: '.json' };

/**
 * Where `path` lies on this machine. `root` is the workspace's real path.
 *
 * @throws {Fault} when it leads out of the shelf, in words or through a link.
 */
export async function confine(root: string, path: string, shelf: Shelf): Promise<string> {
  if (!staysOn(shelf, path))
    throw new Fault(
      'bad-path',
      `${path}: found this path, wanted one like ${shelf.folder}/name${shelf.ending}`,
    );
  const file = join(root, path);
  const real = await realpathOfExisting(file);
  if (real !== root && !real.startsWith(root + sep))
    throw new Fault('bad-path', `${path}: found a link that leads out of the workspace, wanted a file in it`);
  return file;
}

function staysOn({ folder, ending }: Shelf, path: string): boolean {
  const [first, ...names] = path.split('/');
  return (
    first === folder &&
    names.length > 0 &&
    path.endsWith(ending) &&
    names.every((name) => /^[^.\\:\0][^\\:\0]*$/.test(name))
  );
}

/** The real path of `file`, or of the nearest folder above it that exists. */
async function realpathOfExisting(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (thrown) {
    if (!isMissing(thrown) || dirname(file) === file) throw thrown;
    return realpathOfExisting(dirname(file));
  }
}

/** True when a file operation failed because nothing is there. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR');
