// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { openScenario } from '../../../../renderer/stores/documents.ts';
import { Problems } from '../../../../renderer/views/problems/problems-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

describe('the Problems panel', () => {
  it('opens the line of a problem on a click', async () => {
    const place = { file: 'scenarios/supper.ts', line: 12, column: 5 };
    const problem = { severity: 'error', message: 'found a cycle: roast, soup, roast', place } as const;
    using page = await openPage(<Problems />, {
      ...kitchenAnswers(),
      'scenario.check': () => yes({ problems: [problem], usedBy: [] }),
    });
    await page.after(() => void openScenario(page.stores, place.file));

    await page.after(() => {
      page.find('.problems-module__problem').click();
    });

    expect(page.text()).toBe('found a cycle: roast, soup, roastscenarios/supper.ts:12:5');
    expect(page.stores.panels.getState()).toMatchObject({ centre: 'code', reveal: place });
    expect(page.stores.documents.getState().open).toBe(place.file);
  });

  it('says that a file was deleted instead of that it can run', async () => {
    const scenario = 'scenarios/supper.ts';
    using page = await openPage(<Problems />, kitchenAnswers());
    await page.after(() => void openScenario(page.stores, scenario));
    expect(page.text()).toBe(`No problems${scenario} can run.`);

    await page.after(() => {
      page.stores.documents.setState({ texts: { [scenario]: { saved: 'soup', text: 'soup', gone: true } } });
    });

    expect(page.text()).toBe(`File deleted${scenario} is rechecked on save.`);
  });
});
