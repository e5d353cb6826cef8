import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orreryIn } from './orrery.ts';
import { sampleWorkspace } from './sample-workspace.ts';
import { put, type Files } from './temporary-folder.ts';

/** Databases by the command that made them. */
const made = new Map<string, Uint8Array>();

/** A copy of the sample workspace with `files` added, and a run r1 of `scenario` in `runs.db`; deleted after the test. */
export const workspaceWithRun = (scenario: string, files: Files = {}): Promise<string> =>
  workspaceAfter(['run', scenario], files);

/** A copy of the sample workspace with its trace `file` imported as r1 into `runs.db`; deleted after the test. */
export const workspaceWithTrace = (file: string, files: Files = {}): Promise<string> =>
  workspaceAfter(['import', file], files);

async function workspaceAfter(command: readonly string[], files: Files): Promise<string> {
  const folder = sampleWorkspace(files);
  const before = made.get(command.join());
  if (before === undefined) {
    await orreryIn(folder, [...command, '--db', 'runs.db']);
    made.set(command.join(), readFileSync(join(folder, 'runs.db')));
  } else put(folder, { 'runs.db': before });
  return folder;
}
