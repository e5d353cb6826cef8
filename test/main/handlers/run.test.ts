import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Office } from '../../../main/handlers/office.ts';
import { runHandlers } from '../../../main/handlers/run.ts';
import { KeptRuns } from '../../../main/kept-runs.ts';
import { Workspace } from '../../../main/workspace/workspace.ts';
import { callingGuest, kitchen, unchecked } from '../runs/dinner.ts';

/** The shares that are told of as a run of `calls` entries is run again. */
async function sharesOf(calls: number): Promise<readonly number[]> {
  const folder = kitchen(callingGuest(calls));
  const audience = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const kept = new KeptRuns(join(folder, 'runs.db'), unchecked, audience);
  onTestFinished(() => {
    kept[Symbol.dispose]();
  });
  const way = { folder, path: 'scenarios/dinner.ts', mode: 'oracle' } as const;
  const { id } = await kept.runs.start(way, { paused: false });
  await expect.poll(() => kept.runs.summary(id)?.state).toBe('stopped');

  const shares: number[] = [];
  const office: Pick<Office, 'kept' | 'verifyProgressed'> = {
    ...{ kept, workspace: new Workspace(folder), trust: { demand: () => undefined } },
    verifyProgressed: ({ share }) => shares.push(share),
  };
  await runHandlers(office as Office)['run.verify']({ run: id });
  return shares;
}

it.each([
  [3, 1],
  [0, 0],
])('a run of %i entries tells a share of them as it is verified', async (calls, last) => {
  expect((await sharesOf(calls)).at(-1)).toBe(last);
});
