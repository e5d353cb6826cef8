// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NoticeStack } from '../../../renderer/app/notices.tsx';
import { notify, showProgress } from '../../../renderer/stores/notices.ts';
import { kitchenAnswers } from '../kitchen.ts';
import { openPage, type Page } from '../open-page.tsx';

const open = async (...texts: readonly string[]): Promise<Page> => {
  const page = await openPage(
    <>
      <button type="button">Cook</button>
      <NoticeStack />
    </>,
    kitchenAnswers(),
  );
  await page.after(() => {
    page.named('Cook').focus();
    for (const text of texts) notify(page.stores.notices, 'good', text);
  });
  return page;
};

const putAway = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[aria-label="Dismiss"]')];

afterEach(() => {
  vi.useRealTimers();
});

describe('the notices', () => {
  it('move the focus to the next when one is dismissed, and back to the page after the last', async () => {
    using page = await open('Served.', 'Cleared.');
    const [served, cleared] = putAway();

    await page.after(() => {
      served!.focus();
      served!.click();
    });
    expect(page.text()).toBe('CookCleared.');
    expect(document.activeElement).toBe(cleared);

    await page.press('Escape', cleared);
    expect(page.text()).toBe('Cook');
    expect(document.activeElement).toBe(page.named('Cook'));
  });

  it('stay longer while they offer something', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    using page = await open('Served.');
    await page.after(() => {
      notify(page.stores.notices, 'good', 'Ready.', { label: 'Eat', run: () => undefined });
    });

    act(() => void vi.advanceTimersByTime(10_000));
    expect(page.text()).toBe('CookReady.Eat');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(page.text()).toBe('Cook');
  });

  it('disappear after a time, except the one that has the focus', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    using page = await open('Served.', 'Cleared.');
    await page.after(() => {
      putAway()[0]!.focus();
    });

    act(() => void vi.advanceTimersByTime(10_000));
    expect(page.text()).toBe('CookServed.');

    await page.after(() => {
      page.named('Cook').focus();
    });
    act(() => void vi.advanceTimersByTime(10_000));
    expect(page.text()).toBe('Cook');
  });

  it('are scrolled to the newest, and to progress that begins', async () => {
    using page = await open('Served.');
    const frame = document.querySelector('[aria-label="Notices"]')!;
    // Nothing has a size here.
    Object.defineProperty(frame, 'scrollHeight', { value: 300 });

    await page.after(() => {
      notify(page.stores.notices, 'bad', 'Burnt.');
    });
    expect(frame.scrollTop).toBe(300);

    frame.scrollTop = 0;
    await page.after(() => {
      showProgress(page.stores.notices, { text: 'Cooking', share: undefined, cancel: () => undefined });
    });
    expect(frame.scrollTop).toBe(300);
  });
});
