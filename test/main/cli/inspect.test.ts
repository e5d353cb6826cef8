import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { headingText } from '../../../main/cli/commands/compare-attempts.ts';
import { printLog } from '../../../main/cli/commands/inspect.ts';
import { openDatabase } from '../../../main/host/database/index.ts';
import { LiveRun } from '../../../main/host/runs/live-run.ts';
import { callingGuest, prepared } from '../host/runs/dinner.ts';
import { temporaryFolder } from '../temporary-folder.ts';

it('printLog() ends with the reason why the agent was dropped', async () => {
  const db = join(temporaryFolder(), 'runs.db');
  {
    using database = openDatabase(db);
    const run = new LiveRun(await prepared(callingGuest(2)), database.store);
    run.advance(() => false);
    run.interrupt({
      kind: 'ending',
      cause: 'agent',
      text: 'The agent exited with code 3 before it answered.',
    });
  }
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest: unknown[]) => {
    printed.push(String(text));
    (rest.at(-1) as () => void)();
    return true;
  });
  onTestFinished(() => {
    write.mockRestore();
  });

  await printLog('r1', { db });

  expect(printed.join('')).toMatch(
    /^r1 +dinner: interrupted, .*\n(?:#.*\n)+note: The agent exited with code 3 before it answered\.\n$/,
  );
});

it('the heading of a comparison tells runs apart that differ only in tool failures or noise', async () => {
  using database = openDatabase(join(temporaryFolder(), 'runs.db'));
  const { id } = new LiveRun(await prepared(callingGuest(1)), database.store);
  const run = database.store.run(id)!;
  const headingWith = (augmentation: object): string => headingText({ ...run, choices: { augmentation } });

  expect(headingText(run)).toBe('r1 dinner, oracle, seed 0');
  expect(headingWith({ toolFailures: 0.3 })).toBe('r1 dinner, oracle, seed 0, tool failures 0.3');
  expect(headingWith({ noise: { perMinute: 4, seed: 9 } })).toBe(
    'r1 dinner, oracle, seed 0, noise 4 a minute, its seed 9',
  );
});
