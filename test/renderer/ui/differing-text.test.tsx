// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { DifferingText } from '../../../renderer/ui/differing-text.tsx';
import { kitchenAnswers } from '../kitchen.ts';
import { openPage } from '../open-page.tsx';

const words = (count: number): string => 'same '.repeat(count);

describe('DifferingText', () => {
  it('is cut around the difference, with Show all', async () => {
    using page = await openPage(
      <DifferingText text={`${words(100)}soup`} other={`${words(100)}fish`} />,
      kitchenAnswers(),
    );
    expect(page.text()).toMatch(/^…(?:ame )?(?:same ){15,16}soupShow all$/);

    await page.click('Show all');

    expect(page.text()).toBe(`${words(100)}soupShow less`);
  });

  it('has no Show all when nothing is cut', async () => {
    const text = `${words(15)}${'soup '.repeat(60)}${words(15)}`;
    using page = await openPage(<DifferingText text={text} other={words(30)} />, kitchenAnswers());

    expect(page.text()).toBe(text);
  });
});
