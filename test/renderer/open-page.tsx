import { act, type JSX } from 'react';
import { createRoot } from 'react-dom/client';
import { type AppStores, createAppStores, syncStores } from '../../renderer/stores/app-stores.ts';
import { StoresContext } from '../../renderer/stores/use-stores.ts';
import { WindowLinks } from '../../renderer/app/layout/window-links.tsx';
import { fakeBridge, type Answers, type FakeBridge } from './fake-bridge.ts';

/** A part of the window on a page of its own, with a fake main behind it. */
export interface Page {
  readonly bridge: FakeBridge;
  readonly stores: AppStores;
  /** What a person reads, white space folded. */
  text(): string;
  /** The one element that matches. */
  find(selector: string): HTMLElement;
  /** The button, tab or link of that name. */
  named(name: string): HTMLElement;
  click(name: string): Promise<void>;
  /** Opens the choice of that name and takes an option. */
  choose(name: string, option: string): Promise<void>;
  press(key: string, on?: HTMLElement): Promise<void>;
  /** Does something and waits until the page has taken it in. */
  after(work: () => void): Promise<void>;
  [Symbol.dispose](): void;
}

// React asks for this before it lets tests wait for it.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

export async function openPage(content: JSX.Element, answers: Answers): Promise<Page> {
  const bridge = fakeBridge(answers);
  const stores = createAppStores(bridge);
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const after = (work: () => void): Promise<void> =>
    act(async () => {
      work();
      await new Promise((resolve) => setTimeout(resolve));
    });
  /** In the page, and in what has opened above it. */
  const all = (selector: string): HTMLElement[] =>
    [place, ...document.querySelectorAll('[data-base-ui-portal]')].flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>(selector),
    ]);
  let stop = (): void => undefined;
  await after(() => {
    const stops = [syncStores(stores), stores.commands.listen(window)];
    stop = () => {
      for (const each of stops) each();
    };
    root.render(
      <StoresContext value={stores}>
        <WindowLinks>{content}</WindowLinks>
      </StoresContext>,
    );
  });

  const page: Page = {
    bridge,
    stores,
    text: () => place.textContent.replace(/\s+/g, ' '),
    find(selector) {
      const found = all(selector);
      if (found.length !== 1) throw new Error(`${selector}: found ${found.length}, wanted one`);
      return found[0]!;
    },
    named(name) {
      const found = all('button, input').filter(
        (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
      );
      if (found.length !== 1) throw new Error(`"${name}": found ${found.length}, wanted one`);
      return found[0]!;
    },
    async click(name) {
      const element = page.named(name);
      await after(() => {
        element.click();
      });
    },
    async choose(name, option) {
      const trigger = page.find(`[role=combobox][aria-label="${name}"]`);
      await after(() => {
        trigger.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
        trigger.click();
      });
      const found = all('[role=option]').find((one) => one.textContent === option);
      if (found === undefined) throw new Error(`${name}: has no option "${option}"`);
      await after(() => {
        found.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
      });
      await after(() => {
        found.click();
      });
    },
    press: (key, on = document.body) =>
      after(() => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))),
    after,
    [Symbol.dispose]() {
      stop();
      act(() => {
        root.unmount();
      });
      place.remove();
    },
  };
  return page;
}
