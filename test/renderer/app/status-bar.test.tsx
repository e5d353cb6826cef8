// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { StatusBar } from '../../../renderer/app/status-bar.tsx';
import { checkSource } from '../../../renderer/stores/problems.ts';
import { start } from '../../../renderer/stores/run-start.ts';
import { no, yes } from '../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers, secondsIn, START } from '../kitchen.ts';
import { openPage, type Page } from '../open-page.tsx';
import { seek, selectRun } from '../../../renderer/stores/selection.ts';

async function showing(run = breakfast()): Promise<Page> {
  const page = await openPage(<StatusBar />, {
    ...kitchenAnswers(kitchen({ runs: [run] })),
    'run.time': () => yes({ now: START, end: secondsIn(900) }),
  });
  await page.after(() => {
    selectRun(page.stores.selection, run.id);
  });
  return page;
}

it('shows the maximum duration of a running run, and only the length of an ended one', async () => {
  using running = await showing(breakfast({ state: 'running', verdict: undefined }));
  using over = await showing();

  expect(running.text()).toContain('+1 min of 15 min');
  expect(over.text()).toContain('+1 min');
  expect(over.text()).not.toContain('of 15 min');
});

it('shows the settings that tell a run apart', async () => {
  const augmentation = { toolFailures: 0.2, noise: { perMinute: 3, seed: 7 } };
  using page = await showing(breakfast({ choices: { variant: 'late', augmentation } }));

  expect(page.text()).toContain(
    'Settings variant late, 20 % tool failures, 3 noise events per minute, noise seed 7',
  );
});

it('says that a run did not start, beside the shown run, until the scenario is fixed', async () => {
  const broken = no('it does not compile');
  using page = await openPage(<StatusBar />, { ...kitchenAnswers(), 'run.start': () => broken });
  await page.after(() => {
    selectRun(page.stores.selection, breakfast().id);
  });
  await page.after(() => void start(page.stores, false, { source: { scenario: 'scenarios/supper.ts' } }));
  expect(page.text()).toMatch(/^supper\.ts did not startShowing r11 problemPassed/);

  await page.after(() => void checkSource(page.stores, 'scenarios/supper.ts'));
  expect(page.text()).toMatch(/^Passed/);
});

it('says why a run was interrupted', async () => {
  const text = 'Scenario code did not answer and was ended.';
  const notes = [{ kind: 'ending', cause: 'lost', text } as const];
  using page = await showing(breakfast({ state: 'interrupted', verdict: undefined, notes }));

  expect(page.text()).toContain(`Interrupted${text}`);
});

it('goes on with the simulated time of a running run between two entries, and stands at the playhead else', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = breakfast({ state: 'running', verdict: undefined });
  let now = 75;
  using page = await openPage(<StatusBar />, {
    ...kitchenAnswers(kitchen({ runs: [running] })),
    'run.time': () => yes({ now: secondsIn(now), end: undefined }),
  });
  await page.after(() => {
    selectRun(page.stores.selection, running.id);
  });
  expect(page.text()).toContain('+1 min 15 s');
  now = 90;
  await page.after(() => void vi.advanceTimersByTime(1000));
  expect(page.text()).toContain('+1 min 30 s');

  await page.after(() => {
    seek(page.stores.selection, 1, 3);
  });
  expect(page.text()).toContain('+20 s');
});
