// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { seconds } from '../../../engine/model/values/time.ts';
import { StatusBar } from '../../../renderer/app/status-bar.tsx';
import { checkScenario } from '../../../renderer/stores/documents.ts';
import { start } from '../../../renderer/stores/runs.ts';
import { no } from '../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers, START } from '../kitchen.ts';
import { openPage, type Page } from '../open-page.tsx';
import { selectRun } from '../../../renderer/stores/selection.ts';

async function showing(run = breakfast()): Promise<Page> {
  const plan = { start: START, duration: seconds(900), tick: seconds(1), events: [] };
  const page = await openPage(<StatusBar />, kitchenAnswers(kitchen({ runs: [run] })));
  await page.after(() => {
    selectRun(page.stores.selection, run.id);
  });
  await page.after(() => {
    page.stores.plan.setState({ run: run.id, plan });
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

it('says that a run did not start, beside the shown run, until the scenario is fixed', async () => {
  const broken = no('it does not compile');
  using page = await openPage(<StatusBar />, { ...kitchenAnswers(), 'run.start': () => broken });
  await page.after(() => {
    selectRun(page.stores.selection, breakfast().id);
  });
  await page.after(() => void start(page.stores, false, { source: { scenario: 'scenarios/supper.ts' } }));
  expect(page.text()).toMatch(/^supper\.ts did not startShowing r1Passed/);

  await page.after(() => void checkScenario(page.bridge, page.stores.problems, 'scenarios/supper.ts'));
  expect(page.text()).toMatch(/^Passed/);
});
