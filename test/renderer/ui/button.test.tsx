// @vitest-environment happy-dom
import { type JSX, useState } from 'react';
import { expect, it } from 'vitest';
import { Button } from '../../../renderer/ui/button.tsx';
import { kitchenAnswers } from '../kitchen.ts';
import { openPage } from '../open-page.tsx';

function Eggs(): JSX.Element {
  const [left, setLeft] = useState(1);
  return (
    <Button
      label={`Take one of ${left}`}
      disabled={left === 0}
      onClick={() => {
        setLeft(left - 1);
      }}
    />
  );
}

it('a focused button that becomes disabled keeps the focus and ignores clicks', async () => {
  using page = await openPage(<Eggs />, kitchenAnswers());
  await page.after(() => {
    page.named('Take one of 1').focus();
  });

  await page.click('Take one of 1');
  const button = page.named('Take one of 0') as HTMLButtonElement;
  await page.click('Take one of 0');
  expect(document.activeElement).toBe(button);
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true']);

  await page.after(() => {
    button.blur();
  });
  expect([button.disabled, button.textContent]).toEqual([true, 'Take one of 0']);
});
