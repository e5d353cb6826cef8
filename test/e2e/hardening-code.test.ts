import { describe, expect, it } from 'vitest';
import './call-main.ts';
import { oneWorkbench } from './one-workbench.ts';

// Everything here is refused and leaves the page unchanged, so one window serves all tests.
const bench = oneWorkbench();

/** The violation that the page's policy reports when `html` is put into the page. */
const violation = (html: string, act: 'nothing' | 'click' | 'script'): Promise<string> =>
  bench.page.evaluate(
    ([markup, deed]) =>
      new Promise<string>((resolve) => {
        const heard = (event: SecurityPolicyViolationEvent): void => {
          resolve(event.effectiveDirective);
        };
        document.addEventListener('securitypolicyviolation', heard, { once: true });
        const element = document.createElement('div');
        element.innerHTML = markup;
        document.body.append(element);
        if (deed === 'click') element.querySelector('button')!.click();
        // A script in markup never runs, whatever the policy; a created script element does.
        const script = document.createElement('script');
        script.textContent = 'globalThis.intruder = true';
        if (deed === 'script') element.append(script);
        element.remove();
      }),
    [html, act] as const,
  );

describe('code in the page', () => {
  it('has nothing of Node or Electron but the two verbs', async () => {
    const found = await bench.page.evaluate(() => ({
      globals: [
        'process',
        'require',
        'module',
        'exports',
        'Buffer',
        'global',
        'ipcRenderer',
        'electron',
      ].filter((name) => name in globalThis),
      verbs: Object.keys(bridge),
    }));

    expect(found).toEqual({ globals: [], verbs: ['call', 'on'] });
  });

  it('has nothing of Node in its workers either', async () => {
    const found = await bench.page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          const text = "postMessage(['process', 'require', 'bridge'].filter((name) => name in self))";
          const worker = new Worker(URL.createObjectURL(new Blob([text])));
          worker.onmessage = ({ data }: MessageEvent<unknown>) => {
            worker.terminate();
            resolve(data);
          };
        }),
    );

    expect(found).toEqual([]);
  });

  it('runs in a sandbox, isolated from preload', async () => {
    const preferences = await bench.app.evaluate(({ BrowserWindow }) => {
      // Not in Electron's declarations, but the only way to see the actual preferences of a window.
      const contents = BrowserWindow.getAllWindows()[0]!.webContents as unknown as {
        getLastWebPreferences(): Record<string, unknown>;
      };
      return contents.getLastWebPreferences();
    });

    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      webSecurity: true,
      webviewTag: false,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
    });
  });

  it('cannot change what preload gave it', async () => {
    const kept = await bench.page.evaluate(() => {
      const before = Object.values(bridge);
      try {
        Object.assign(bridge, { call: () => 'mine' });
      } catch {
        // A write that throws is refused, too.
      }
      return Object.values(bridge).every((verb, at) => verb === before[at]);
    });

    expect(kept).toBe(true);
  });

  it('is not run when it is inline', async () => {
    expect(await violation('', 'script')).toBe('script-src-elem');
    expect(await bench.page.evaluate(() => 'intruder' in globalThis)).toBe(false);
  });

  it('is not run when it is written into an element', async () => {
    expect(await violation('<button onclick="globalThis.intruder = true"></button>', 'click')).toBe(
      'script-src-attr',
    );
    expect(await bench.page.evaluate(() => 'intruder' in globalThis)).toBe(false);
  });

  it('is not made from text', async () => {
    const names = await bench.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const attempts = [
            // oxlint-disable-next-line no-eval -- this is what must not work
            () => globalThis.eval('1') as unknown,
            // oxlint-disable-next-line typescript/no-implied-eval -- the same
            () => new Function('return 1') as unknown,
          ];
          const tell = (): void => {
            resolve(
              attempts.map((attempt) => {
                try {
                  return String(attempt());
                } catch (thrown) {
                  return (thrown as Error).name;
                }
              }),
            );
          };
          // Later, because code that a test evaluates is exempt from the policy.
          setTimeout(tell);
        }),
    );

    expect(names).toEqual(['EvalError', 'EvalError']);
  });

  it.each([
    ['a frame of another page', '<iframe src="https://example.org/"></iframe>', 'frame-src'],
    ['a picture from elsewhere', '<img src="https://example.org/a.png">', 'img-src'],
    [
      'a style sheet from elsewhere',
      '<link rel="stylesheet" href="https://example.org/a.css">',
      'style-src-elem',
    ],
  ])('cannot embed %s', async (_what, html, directive) => {
    expect(await violation(html, 'nothing')).toBe(directive);
  });
});
