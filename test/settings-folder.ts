import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for the settings of what tests run, in which they trust code; it is gone when this process ends. */
export function temporarySettings(): string {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-settings-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
