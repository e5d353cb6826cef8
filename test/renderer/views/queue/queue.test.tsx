// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { statusOverview } from '../../../../engine/analysis/event-status.ts';
import { runId } from '../../../../engine/model/values/ids.ts';
import { seconds } from '../../../../engine/model/values/time.ts';
import { Queue } from '../../../../renderer/views/queue/queue-container.tsx';
import { breakfast, kitchen, kitchenAnswers, START } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

it('shows no events of another run while the selected run’s plan is loading', async () => {
  const plan = { start: START, duration: seconds(900), tick: seconds(1), events: [] };
  const runs = [breakfast({ id: runId('r2') }), breakfast()];
  using page = await openPage(<Queue />, kitchenAnswers(kitchen({ runs })));
  await page.after(() => {
    selectRun(page.stores.selection, runId('r2'));
  });

  await page.after(() => {
    page.stores.plan.setState({
      run: runId('r1'),
      plan,
      statuses: statusOverview([], 1),
      problem: undefined,
    });
  });
  expect(page.text()).toBe('Reading the events');

  await page.after(() => {
    page.stores.plan.setState({ run: runId('r2') });
  });
  expect(page.text()).toBe('Every event has fired');
});
