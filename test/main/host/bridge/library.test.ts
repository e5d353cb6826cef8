import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runId } from '../../../../engine/model/values/ids.ts';
import type { Services } from '../../../../main/host/bridge/handlers.ts';
import { libraryHandlers } from '../../../../main/host/bridge/library-calls.ts';
import { RunDatabase } from '../../../../main/host/bridge/run-database.ts';
import { dinner, kitchen, unchecked } from '../runs/dinner.ts';

it('tags all runs, or none when one of them was deleted', async () => {
  const folder = kitchen(dinner(''));
  const audience = { logged: () => undefined, changed: () => undefined, hit: () => undefined };
  const database = new RunDatabase(join(folder, 'runs.db'), unchecked, audience);
  onTestFinished(() => {
    database[Symbol.dispose]();
  });
  const { id } = await database.runs.start(
    { folder, path: 'scenarios/dinner.ts', mode: 'oracle' },
    { paused: false },
  );
  const services: Pick<Services, 'database' | 'workspaceChanged'> = {
    database,
    workspaceChanged: () => undefined,
  };
  const handlers = libraryHandlers(services as Services);

  expect(() => handlers['library.tag']({ runs: [id, runId('r99')], add: ['good'], remove: [] })).toThrow(
    'r99',
  );

  expect(database.store.run(id)?.tags).toEqual([]);
});
