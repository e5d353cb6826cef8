import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { RunId } from '../../../../engine/model/values/ids.ts';
import { RunDatabase } from '../../../../main/host/bridge/run-database.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { dinner, kitchen, unchecked } from '../runs/dinner.ts';

/** A workspace, and the database with one completed run of its scenario; closed after the test. */
export async function keptDinner(): Promise<{ workspace: Workspace; database: RunDatabase; run: RunId }> {
  const folder = kitchen(dinner(`user.send_message_to_agent({ content: 'Is it ready?' });`));
  const workspace = new Workspace(folder);
  const audience = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const database = new RunDatabase(join(folder, 'runs.db'), unchecked, audience);
  onTestFinished(() => {
    database[Symbol.dispose]();
  });
  const { id } = await database.runs.start(
    { folder, path: 'scenarios/dinner.ts', mode: 'oracle' },
    { paused: false },
  );
  await expect.poll(() => database.runs.summary(id)?.state).toBe('completed');
  return { workspace, database, run: id };
}
