// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Welcome } from '../../../../renderer/views/explorer/explorer-container.tsx';
import { kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

describe('where to begin', () => {
  it('runs the first scenario, and not what scenarios share', async () => {
    const shared = { path: 'scenarios/apps/oven.ts', bytes: 300, shared: true as const };
    const { scenarios } = kitchen();
    using page = await openPage(<Welcome />, kitchenAnswers(kitchen({ scenarios: [shared, ...scenarios] })));

    await page.after(() => {
      page.find('.welcome-module__card:first-child').click();
    });

    expect(page.bridge.asked.filter((question) => question.startsWith('run.start'))).toEqual([
      'run.start {"scenario":"scenarios/breakfast.ts","mode":"oracle","paused":false}',
    ]);
  });
});
