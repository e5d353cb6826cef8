import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A folder for the settings of what tests run, in which they trust code; it is gone when this process ends. */
export const temporarySettings = (): string => temporaryFolder(join(tmpdir(), 'orrery-settings-'));

/**
 * A folder for programs that tests bundle, beside node_modules, so that their imports resolve; it is gone when this process
 * ends.
 */
export function temporaryPrograms(): string {
  const folder = resolve(import.meta.dirname, '../out/test');
  mkdirSync(folder, { recursive: true });
  return temporaryFolder(join(folder, 'programs-'));
}

function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
