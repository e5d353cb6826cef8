import { type FSWatcher, watch } from 'node:fs';

/** Editors and version control touch many files at once; changes this close together are reported as one. */
const QUIET_MILLISECONDS = 100;

/**
 * Calls `changed` when a file in one of the folders is added, removed or written, until disposed. Calls `folders` again after
 * every change, because folders are added and removed too.
 *
 * Not `fs.watch` with `recursive`: on Linux that fails when a folder is deleted while it is being walked.
 */
export function watchFolders(folders: () => Promise<readonly string[]>, changed: () => void): Disposable {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let disposed = false;

  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void look().then(changed), QUIET_MILLISECONDS);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const look = async (): Promise<void> => {
    const wanted = new Set(await folders());
    if (disposed) return;
    for (const folder of watchers.keys()) if (!wanted.has(folder)) forget(folder);
    for (const folder of wanted) if (!watchers.has(folder)) begin(folder);
  };
  const begin = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, settle);
      watcher.on('error', () => {
        forget(folder);
        settle();
      });
      watchers.set(folder, watcher);
    } catch {
      // The folder was deleted after it was listed; the watcher of its parent reports that.
    }
  };

  // Also reports changes made while the first listing was running.
  void look().then(changed);
  return {
    [Symbol.dispose]: () => {
      disposed = true;
      clearTimeout(timer);
      for (const folder of watchers.keys()) forget(folder);
    },
  };
}
