import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { put, temporaryFolder, type Files } from './temporary-folder.ts';

export const PROJECT = join(import.meta.dirname, '../..');

/** A copy of the workspace that people start with, and `files` on top; it is gone after the test. */
export function sampleWorkspace(files: Files = {}): string {
  const folder = temporaryFolder();
  copySample(folder);
  put(folder, files);
  return folder;
}

/** Copies the workspace that people start with into `folder`. */
export function copySample(folder: string): void {
  cpSync(join(PROJECT, 'resources/sample-workspace'), folder, { recursive: true });
}
