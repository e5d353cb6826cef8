import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeptRuns } from '../../../../main/host/bridge/run-database.ts';
import { viewOf } from '../../../../main/host/bridge/workspace-calls.ts';
import { Workspace } from '../../../../main/host/workspace/workspace.ts';
import { dinner, kitchen, unchecked } from '../runs/dinner.ts';

async function keptDinner(): Promise<{ workspace: Workspace; kept: KeptRuns }> {
  const folder = kitchen(dinner(`user.send_message_to_agent({ content: 'Is it ready?' });`));
  const workspace = new Workspace(folder);
  const audience = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const kept = new KeptRuns(join(folder, 'runs.db'), unchecked, audience);
  onTestFinished(() => {
    kept[Symbol.dispose]();
  });
  const { id } = await kept.runs.start(
    { folder, path: 'scenarios/dinner.ts', mode: 'oracle' },
    { paused: false },
  );
  await expect.poll(() => kept.runs.summary(id)?.state).toBe('completed');
  return { workspace, kept };
}

/** A folder that is trusted, and no other. */
const AT_HOME = { trust: { given: true }, folders: { recent: [] } };

describe('the view of a workspace', () => {
  it('shows its runs as they are when it is told, not when it was asked', async () => {
    const { workspace, kept } = await keptDinner();

    const asked = viewOf({ workspace, kept, ...AT_HOME });
    kept.runs.remove(kept.list(1)[0]!.id);

    expect((await asked).runs).toEqual([]);
  });

  it('shows no runs when the window was closed meanwhile', async () => {
    const { workspace, kept } = await keptDinner();

    const asked = viewOf({ workspace, kept, ...AT_HOME });
    kept[Symbol.dispose]();

    expect((await asked).runs).toEqual([]);
  });
});
