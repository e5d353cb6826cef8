import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './sample-workspace.ts';

/** The Electron given by `npm test`, or else the one that set-up found or made. */
export function electronBinary(): string {
  const told = process.env['ORRERY_ELECTRON'];
  if (told !== undefined) return told;
  const notes = readFileSync(join(PROJECT, 'node_modules/.cache/orrery/setup.json'), 'utf8');
  const { electron } = JSON.parse(notes) as { electron: string | null };
  if (electron === null) throw new Error('found no Electron in the set-up, wanted one: npm run setup');
  return electron;
}
