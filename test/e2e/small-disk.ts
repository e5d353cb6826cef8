import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';

/** Mounts a disk of `size` on `folder`, until the test ends. Returns whether that is allowed here. */
export function mountSmallDisk(folder: string, size: string): boolean {
  if (process.platform !== 'linux') return false;
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'orrery', folder]);
  if (status !== 0) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return true;
}

/** Gives the disk at `folder` another size. */
export function resizeDisk(folder: string, size: string): void {
  const { status, stderr } = spawnSync('mount', ['-o', `remount,size=${size}`, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
