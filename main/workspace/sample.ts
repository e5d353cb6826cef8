import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { SAMPLE_WORKSPACE } from '../places.ts';

/** Copies what people start with to `folder`, unless something is there already. */
export function provideSample(folder: string): void {
  if (existsSync(folder)) return;
  // A copy that was interrupted must not pass for a whole one.
  const draft = `${folder}.${process.pid}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(SAMPLE_WORKSPACE, draft, { recursive: true });
  renameSync(draft, folder);
}
