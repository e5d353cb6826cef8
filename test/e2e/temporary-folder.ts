import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Contents by path within a folder. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A closed browser may still be writing its profile. */
export const REMOVE = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };

/** A folder with `files`; it is deleted after the test. */
export function temporaryFolder(files: Files = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-e2e-')));
  onTestFinished(() => {
    rmSync(folder, REMOVE);
  });
  put(folder, files);
  return folder;
}

/** Writes `files` into `folder`, which is created if it is missing. */
export function put(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
