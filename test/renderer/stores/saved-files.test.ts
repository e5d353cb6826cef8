// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { runId } from '../../../engine/model/values/ids.ts';
import { createAppStores } from '../../../renderer/stores/app-stores.ts';
import { exportAs } from '../../../renderer/stores/import-export.ts';
import { fakeBridge, yes } from '../fake-bridge.ts';

it('offers to open a saved report and to show it in its folder', async () => {
  const bridge = fakeBridge({ 'report.save': () => yes('/tmp/a.html'), 'file.show': () => yes(null) });
  const stores = createAppStores(bridge);
  await exportAs(stores, [runId('r1')], 'report');
  const [notice] = stores.notices.getState().notices;

  expect(notice).toMatchObject({ tone: 'good', text: 'Report saved to /tmp/a.html' });
  expect(notice!.acts.map(({ label }) => label)).toEqual(['Open', 'Show in folder']);
  for (const { run } of notice!.acts) run();
  expect(bridge.asked.slice(1)).toEqual([
    'file.show {"file":"/tmp/a.html","how":"open"}',
    'file.show {"file":"/tmp/a.html","how":"folder"}',
  ]);
});
