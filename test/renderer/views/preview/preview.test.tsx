// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { PreviewBannerView } from '../../../../renderer/views/preview/preview.tsx';
import { openPage } from '../../open-page.tsx';

const EACH = 'Each edit runs at once. Nothing is stored.';
const RUNNING = 'Running the scenario…';

it.each([
  ['an edit runs and another run is shown', { ran: false, running: true }, RUNNING, EACH],
  ['another run is shown and no edit runs', { ran: false, running: false }, EACH, RUNNING],
  ['a preview is shown while the next edit runs', { ran: true, running: true }, EACH, RUNNING],
])('the banner of the live preview, where %s', async (_, state, says, never) => {
  using page = await openPage(
    <PreviewBannerView
      {...state}
      isStale={false}
      sentence={undefined}
      counts={undefined}
      ends={false}
      instead={undefined}
      onProblems={() => undefined}
      onCompare={undefined}
      onUntil={() => undefined}
      onKeep={() => undefined}
      onEnd={() => undefined}
    />,
    {},
  );

  expect(page.text()).toContain(says);
  expect(page.text()).not.toContain(never);
});
