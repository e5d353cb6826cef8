// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Problems } from '../../../renderer/problems/problems.tsx';
import { yes } from '../fake-lab.ts';
import { kitchenAnswers } from '../kitchen.ts';
import { openPage } from '../open-page.tsx';

describe('the problems', () => {
  it('lead to their line', async () => {
    const place = { file: 'scenarios/supper.ts', line: 12, column: 5 };
    const problem = { severity: 'error', message: 'found a cycle: roast, soup, roast', place } as const;
    using page = await openPage(<Problems />, {
      ...kitchenAnswers(),
      'scenario.check': () => yes([problem]),
    });
    await page.after(() => {
      page.bench.problems.setState({ scenario: place.file, problems: [problem] });
    });

    await page.after(() => {
      page.find('.problem').click();
    });

    expect(page.text()).toBe('found a cycle: roast, soup, roastscenarios/supper.ts:12:5');
    expect(page.bench.panels.getState()).toMatchObject({ centre: 'code', reveal: place });
    expect(page.bench.documents.getState().open).toBe(place.file);
  });
});
