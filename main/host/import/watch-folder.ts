import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { glob } from 'tinyglobby';
import type { ImportReport } from '../../../preload/contract.ts';
import { type ImportOptions, importBeside, type WatchedSource } from './imports.ts';
import { SEARCH_OPTIONS } from './sources.ts';

/** How often a watched folder is checked, and how long a file must be unchanged before it is read, in milliseconds. */
const INTERVAL = 1_000; // milliseconds

/**
 * Imports the files in `folder` and later changes, until cancelled. `onReport` is called after each import that changed
 * something. When a file grows, its new runs replace its earlier runs. The folder is polled, because cluster file systems do not
 * report changes.
 */
export async function watchFolder(
  database: string,
  folder: string,
  options: ImportOptions & { readonly onReport: (report: ImportReport) => void },
): Promise<void> {
  const before = new Map<string, WatchedSource>();
  let seen: string | undefined;
  while (!options.cancel.aborted) {
    const quietSince = Date.now() - INTERVAL;
    const state = await folderFingerprint(folder, quietSince);
    if (state !== seen) {
      seen = state;
      const report = await importBeside(
        { database, wanted: [{ file: folder }], before: new Map(before), quietSince },
        {
          ...options,
          onImported: (imported) => {
            const { label, stamp, runs, known } = imported;
            before.set(label, { stamp, runs: [...known, ...runs.map(({ id }) => id)] });
            options.onImported?.(imported);
          },
          onSkipped: (skipped) => {
            const { label, stamp } = skipped;
            before.set(label, { stamp, runs: before.get(label)?.runs ?? [] });
            options.onSkipped?.(skipped);
          },
        },
      );
      if (report.runs.length + report.skipped.length > 0) options.onReport(report);
    }
    await delay(INTERVAL, undefined, { signal: options.cancel }).catch(() => undefined);
  }
}

/** A text that describes the files of a folder, and changes with them. */
async function folderFingerprint(folder: string, quietSince: number): Promise<string> {
  const found = await glob('**/*', { cwd: folder, ...SEARCH_OPTIONS }).catch(() => []);
  const states: string[] = [];
  for (const path of found.sort()) {
    const status = await stat(join(folder, path)).catch(() => undefined);
    if (status !== undefined)
      states.push(`${path} ${status.size} ${status.mtimeMs} ${status.mtimeMs > quietSince}`);
  }
  return states.join('\n');
}
