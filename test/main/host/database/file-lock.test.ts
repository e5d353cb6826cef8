import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { isFileLocked, lockFile } from '../../../../main/host/database/file-lock.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

it('a lock is held until it is disposed of, also by a process that holds nothing of it', async () => {
  setFlagsFromString('--expose-gc');
  onTestFinished(() => {
    setFlagsFromString('--no-expose-gc');
  });
  const collectGarbage = runInNewContext('gc') as () => void;
  const folder = temporaryFolder();
  const [forgotten, ended] = [join(folder, 'forgotten.lock'), join(folder, 'ended.lock')];
  lockFile(forgotten);
  lockFile(ended)![Symbol.dispose]();
  for (let round = 0; round < 3; round += 1) {
    await setImmediate();
    collectGarbage();
  }

  expect([isFileLocked(forgotten), isFileLocked(ended)]).toEqual([true, false]);
});
