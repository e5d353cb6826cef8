import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes `folder` and those above it, where they are not there. Node's own way to do so never ends where a folder takes no other,
 * as /proc does not.
 */
export function makeFolder(folder: string): void {
  const above = dirname(folder);
  // What has nothing above it, such as a drive, cannot be made.
  if (above !== folder && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (thrown) {
    if (!isFolder(folder)) throw thrown;
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();
