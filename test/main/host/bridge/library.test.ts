import { expect, it } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { Services } from '../../../../main/host/bridge/handlers.ts';
import { libraryHandlers } from '../../../../main/host/bridge/library-calls.ts';
import { keptDinner } from './kept-dinner.ts';

it('tags all runs, or none when one of them was deleted', async () => {
  const { database, run } = await keptDinner();
  const services: Pick<Services, 'database' | 'workspaceChanged'> = {
    database,
    workspaceChanged: () => undefined,
  };
  const handlers = libraryHandlers(services as Services);

  await expect(
    handlers['library.tag']({ runs: [run, runId('r99')], add: ['good'], remove: [] }),
  ).rejects.toThrow('r99');

  expect(database.store.run(run)?.tags).toEqual([]);
});
