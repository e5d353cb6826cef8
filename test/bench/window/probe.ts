import type { Page } from 'playwright-core';

/** A condition in the page. It must not use variables from outside. */
type Condition<Given> = (given: Given) => boolean;

const TIMEOUT = 180_000; // milliseconds

/** Milliseconds from the first key press, pointer press or input of `act` until `condition` holds in the document. */
export async function until<Given>(
  page: Page,
  condition: Condition<Given>,
  given: Given,
  act: () => Promise<unknown>,
): Promise<number> {
  const [time] = await untilEach(page, [condition], given, act);
  return time!;
}

/** The same for several conditions, in their order. */
export async function untilEach<Given>(
  page: Page,
  conditions: readonly Condition<Given>[],
  given: Given,
  act: () => Promise<unknown>,
): Promise<readonly number[]> {
  // As text, because the page does not take functions as arguments; and installed before `act` begins.
  const watches = conditions.map(
    (condition) => `(${watch.toString()})(${condition.toString()}, ${JSON.stringify(given)}, ${TIMEOUT})`,
  );
  await page.evaluate(`void (globalThis.benchSeen = Promise.all([${watches.join()}]))`);
  await act();
  return page.evaluate<readonly number[]>('benchSeen');
}

function watch<Given>(condition: Condition<Given>, given: Given, longest: number): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      reject(new Error(`the condition never held: ${condition.toString()}`));
    }, longest);
    let began: number | undefined;
    const stop = new AbortController();
    for (const name of ['pointerdown', 'keydown', 'beforeinput'])
      addEventListener(name, (event) => (began ??= event.timeStamp), { capture: true, signal: stop.signal });
    const observer = new MutationObserver(() => {
      if (began === undefined || !condition(given)) return;
      stop.abort();
      observer.disconnect();
      resolve(performance.now() - began);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
  });
}

/** Milliseconds between the frames while `act` goes on. */
export async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const frame = (now: number): void => {
      frames.push(now - last);
      last = now;
      if (Object.hasOwn(window, 'benchFrames')) requestAnimationFrame(frame);
    };
    Object.defineProperty(window, 'benchFrames', { value: frames, configurable: true });
    requestAnimationFrame(frame);
  });
  await act();
  return page.evaluate(() => {
    const frames = Reflect.get(window, 'benchFrames') as number[];
    Reflect.deleteProperty(window, 'benchFrames');
    return frames.slice(1);
  });
}
