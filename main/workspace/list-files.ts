import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkspaceFile } from '../../preload/contract.ts';
import type { Shelf } from './confine.ts';

/** What lies on a shelf: its files, and its folders, which is where a watcher must look. */
export interface Listing {
  readonly files: readonly WorkspaceFile[];
  /** Absolute. */
  readonly folders: readonly string[];
}

/** Nobody keeps more by hand; a folder linked in by mistake shall not stall the window. */
const MOST_FILES = 10_000;

/** Lists a shelf of the workspace `root`, by path in code-point order. Hidden files and links are left out. */
export async function listFiles(root: string, { folder, ending }: Shelf): Promise<Listing> {
  const files: WorkspaceFile[] = [];
  const folders: string[] = [];
  const open = [folder];
  for (let at = open.pop(); at !== undefined && files.length < MOST_FILES; at = open.pop()) {
    const entries = await orNothing(readdir(join(root, at), { withFileTypes: true }));
    if (entries === undefined) continue;
    folders.push(join(root, at));
    for (const entry of entries) {
      const path = `${at}/${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory() && entry.name !== 'node_modules') open.push(path);
      if (!entry.isFile() || !entry.name.endsWith(ending)) continue;
      const found = await orNothing(stat(join(root, path)));
      if (found !== undefined) files.push({ path, bytes: found.size });
    }
  }
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  return { files, folders };
}

/** Files come and go while we look, and some are not ours to read. */
async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown) return undefined;
    throw thrown;
  }
}
