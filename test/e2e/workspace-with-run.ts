import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { put, type Files } from './temporary-folder.ts';

/** Databases with one run, by its scenario. */
const made = new Map<string, Uint8Array>();

/** A copy of the sample workspace with `files` added, and a run r1 of `scenario` in `runs.db`; deleted after the test. */
export async function workspaceWithRun(scenario: string, files: Files = {}): Promise<string> {
  const folder = sampleWorkspace(files);
  const before = made.get(scenario);
  if (before === undefined) {
    await orreryIn(folder, ['run', scenario, '--db', 'runs.db']);
    made.set(scenario, readFileSync(join(folder, 'runs.db')));
  } else put(folder, { 'runs.db': before });
  return folder;
}
