import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orreryProcessIn } from './orrery.ts';
import { PROJECT, sampleWorkspace } from './sample-workspace.ts';
import { temporaryFolder } from './temporary-folder.ts';

const APP = 'scenarios/apps/greenhouse.ts';

let made = 0;

/**
 * A database with a run r1 that somebody else recorded: its scenario has an app of its own, whose code never ran here. The
 * database is deleted after the test.
 */
export async function foreignRun(): Promise<{ readonly folder: string; readonly database: Uint8Array }> {
  made += 1;
  const app = readFileSync(join(PROJECT, 'resources/sample-workspace', APP), 'utf8');
  const folder = sampleWorkspace({ [APP]: `${app}// Mine, number ${made} of ${process.pid}.\n` });
  const theirs = { ORRERY_SETTINGS: temporaryFolder() };
  const { code, stderr } = await orreryProcessIn(
    folder,
    ['run', 'scenarios/hot-greenhouse.ts', '--db', 'runs.db'],
    theirs,
  );
  if (code !== 0) throw new Error(stderr);
  return { folder, database: readFileSync(join(folder, 'runs.db')) };
}
