import { spawn } from 'node:child_process';
import { withWorkspace } from './command-line.ts';

/** Opens a window of its own on `folder`: a workspace has a process and a profile to itself. */
export function openFolder(folder: string): void {
  const [, ...given] = process.argv;
  spawn(process.execPath, withWorkspace(given, folder), { detached: true, stdio: 'ignore' }).unref();
}
