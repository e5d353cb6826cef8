// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { appName, runId } from '../../../../engine/model/values/ids.ts';
import { Inspector } from '../../../../renderer/views/inspector/inspector-container.tsx';
import { yes } from '../../fake-bridge.ts';
import { kitchenAnswers } from '../../kitchen.ts';
import { openPage, type Page } from '../../open-page.tsx';
import { selectRun } from '../../../../renderer/stores/selection.ts';

async function held(differences: readonly object[]): Promise<Page> {
  const answers = {
    ...kitchenAnswers(),
    'comparison.states': () => yes([{ app: appName('mail'), differences: differences as never }]),
  };
  const page = await openPage(<Inspector />, answers);
  await page.after(() => {
    selectRun(page.stores.selection, runId('r1'));
  });
  await page.click('Show changes from here');
  await page.after(() => {
    page.stores.selection.setState({ at: 0, following: false });
  });
  return page;
}

describe('two moments of a run', () => {
  it('are compared app by app, the earlier moment first', async () => {
    using page = await held([{ path: ['unread'], a: 1, b: 2 }]);

    expect(page.bridge.asked).toContain(
      'comparison.states {"a":{"run":"r1","at":0},"b":{"run":"r1","at":2}}',
    );
    const text = page.find('.who-changed-module__who').textContent;
    expect(text).toContain('From #0 to #2.');
    expect(text).toContain('mail.unread1 → to2');
  });

  it('can have no differences, and are closed with Close', async () => {
    using page = await held([]);

    expect(page.find('.who-changed-module__who').textContent).toContain('No changes in any app.');
    await page.click('Close');
    expect(page.text()).not.toContain('From #0');
  });
});
