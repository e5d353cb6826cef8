import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { put, temporaryFolder, type Files } from './temporary-folder.ts';

export const PROJECT = join(import.meta.dirname, '../..');

/** A copy of the sample workspace, with `files` added; it is deleted after the test. */
export function sampleWorkspace(files: Files = {}): string {
  const folder = temporaryFolder();
  copySample(folder);
  put(folder, files);
  return folder;
}

/** Copies the sample workspace into `folder`. */
export function copySample(folder: string): void {
  cpSync(join(PROJECT, 'resources/sample-workspace'), folder, { recursive: true });
}
