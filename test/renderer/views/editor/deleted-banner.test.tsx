// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { DeletedBanner } from '../../../../renderer/views/editor/editor-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { breakfast, kitchen, kitchenAnswers } from '../../kitchen.ts';
import { openPage } from '../../open-page.tsx';

const TEXT = 'export default 1;';

it('offers to continue in the renamed file, and looks for it only once', async () => {
  const scenarios = [{ path: 'scenarios/brunch.ts', bytes: TEXT.length, changed: 0 }];
  const answers = { ...kitchenAnswers(kitchen({ scenarios })), 'scenario.read': () => yes(TEXT) };
  using page = await openPage(<DeletedBanner path="scenarios/breakfast.ts" />, answers);
  await page.after(() => {
    page.stores.documents.setState({
      open: 'scenarios/breakfast.ts',
      texts: { 'scenarios/breakfast.ts': { saved: TEXT, text: `${TEXT} // Mine.`, gone: true } },
    });
  });
  await page.after(() => {
    page.bridge.tell('run.changed', breakfast({ entries: 5 }));
  });
  expect(page.bridge.asked.filter((one) => one.startsWith('scenario.read'))).toHaveLength(1);

  await page.click('Continue in brunch.ts');

  expect(page.stores.documents.getState()).toMatchObject({
    open: 'scenarios/brunch.ts',
    texts: { 'scenarios/brunch.ts': { saved: TEXT, text: `${TEXT} // Mine.` } },
  });
});
