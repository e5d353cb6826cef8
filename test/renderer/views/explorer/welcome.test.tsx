// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Welcome } from '../../../../renderer/views/explorer/explorer-container.tsx';
import { kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

describe('the Welcome page', () => {
  it('explains Orrery and its terms', async () => {
    using page = await openPage(<Welcome />, kitchenAnswers());

    expect(page.text()).toContain('Orrery runs AI agents in simulated worlds');
    for (const term of ['Oracle', 'Milestone', 'Minefield', 'Tick'])
      expect(page.find('[aria-label=Glossary]').textContent).toContain(term);
    expect(page.find('[aria-label=Tour]').children).toHaveLength(3);
  });

  it('offers to trust the folder first when it is not trusted', async () => {
    using page = await openPage(<Welcome />, kitchenAnswers(kitchen({ trusted: false })));

    expect(page.text()).not.toContain('Run a sample');
    await page.after(() => {
      page.find('.welcome-module__card:first-child').click();
    });
    expect(page.bridge.asked.some((question) => question.startsWith('workspace.trust'))).toBe(true);
  });

  it('runs the first scenario, not shared code', async () => {
    const shared = { path: 'scenarios/apps/oven.ts', bytes: 300, changed: 0, shared: true as const };
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
