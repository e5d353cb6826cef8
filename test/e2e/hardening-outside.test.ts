import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import './call-main.ts';
import { oneWorkbench } from './one-workbench.ts';

// Everything here is refused and leaves the page unchanged, so one window serves all tests.
const bench = oneWorkbench();
/** A server outside that counts requests. */
let stranger: Server;
let strangerUrl: string;
let visits = 0;

beforeAll(async () => {
  stranger = createServer((_request, response) => {
    visits++;
    response.end('globalThis.stranger = true');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`;
});

afterAll(() => {
  stranger.close();
});

describe('the page', () => {
  it.each(['https://example.org/', 'app://orrery/index.html?elsewhere', 'app://kitchen/'])(
    'does not go to %s',
    async (url) => {
      const home = bench.page.url();
      const gone = bench.app.evaluate(
        ({ webContents }) =>
          new Promise<string>((resolve) => {
            const page = webContents.getAllWebContents()[0]!;
            page.once('will-frame-navigate', (event) => {
              resolve(event.defaultPrevented ? 'refused by us' : 'let through');
            });
          }),
      );
      // The listener is installed once main has answered a later call.
      await bench.app.evaluate(() => null);
      await bench.page.evaluate((target) => {
        // As a click does, because a page may not navigate to data: by itself.
        const link = document.createElement('a');
        link.href = target;
        link.click();
      }, url);

      expect(await gone).toBe('refused by us');
      expect(await bench.page.evaluate(() => location.href)).toBe(home);
    },
  );

  it('does not go to a file', async () => {
    const home = bench.page.url();
    const told = bench.page.waitForEvent('console');
    await bench.page.evaluate(() => {
      location.href = 'file:///etc/hosts';
    });

    expect((await told).text()).toContain('Not allowed to load local resource');
    expect(await bench.page.evaluate(() => location.href)).toBe(home);
  });

  it('opens no window', async () => {
    const opened = await bench.page.evaluate(
      (urls) => urls.map((url) => window.open(url) !== null),
      [strangerUrl, 'about:blank', 'app://orrery/'],
    );

    expect(opened).toEqual([false, false, false]);
    expect(bench.app.windows()).toHaveLength(1);
    expect(visits).toBe(0);
  });

  it('attaches no web view, not even where the tag is known', async () => {
    const outcome = await bench.app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } });
      const attached = new Promise<string>((resolve) => {
        window.webContents.once('will-attach-webview', (event) => {
          resolve(event.defaultPrevented ? 'refused' : 'attached');
        });
      });
      await window.loadURL('data:text/html,<webview src="about:blank"></webview>');
      const answer = await attached;
      window.destroy();
      return answer;
    });

    expect(outcome).toBe('refused');
    expect(await bench.page.evaluate(() => 'loadURL' in document.createElement('webview'))).toBe(false);
  });

  it('is granted no permission', async () => {
    const answers = await bench.page.evaluate(async () => {
      // The camera reports that it is missing, before anybody is asked.
      const state = async (name: string): Promise<string> =>
        (await navigator.permissions.query({ name: name as PermissionName })).state;
      const failure = (work: Promise<unknown>): Promise<string> =>
        work.then(
          () => 'granted',
          (error: unknown) => (error as Error).name,
        );
      return {
        geolocation: await state('geolocation'),
        notifications: await Notification.requestPermission(),
        camera: await state('camera'),
        microphone: await state('microphone'),
        clipboard: await failure(navigator.clipboard.readText()),
      };
    });

    expect(answers).toEqual({
      geolocation: 'denied',
      notifications: 'denied',
      camera: 'denied',
      microphone: 'denied',
      clipboard: 'NotAllowedError',
    });
  });

  it('saves nothing to disk by itself', async () => {
    const refused = bench.app.evaluate(
      ({ session }) =>
        new Promise<boolean>((resolve) => {
          session.defaultSession.once('will-download', (event) => {
            resolve(event.defaultPrevented);
          });
        }),
    );
    await bench.app.evaluate(() => null);
    await bench.page.evaluate(() => {
      const link = document.createElement('a');
      link.href = 'data:text/plain,hello';
      link.download = 'hello.txt';
      link.click();
    });

    expect(await refused).toBe(true);
  });

  it('reaches nobody outside: neither past the policy nor past the session', async () => {
    const remote = [strangerUrl, strangerUrl.replace('http:', 'https:')];
    const fromPage = await bench.page.evaluate(
      (urls) => {
        const arrives = (url: string): Promise<boolean> =>
          fetch(url).then(
            () => true,
            () => false,
          );
        const loads = (url: string): Promise<boolean> =>
          new Promise((resolve) => {
            const image = new Image();
            image.onload = () => {
              resolve(true);
            };
            image.onerror = () => {
              resolve(false);
            };
            image.src = url;
          });
        return Promise.all(urls.flatMap((url) => [arrives(url), loads(url)]));
      },
      [...remote, 'file:///etc/hosts'],
    );
    const fromSession = await bench.app.evaluate(
      ({ session }, urls) =>
        Promise.all(
          urls.map((url) =>
            session.defaultSession.fetch(url).then(
              () => 'answered',
              (error: unknown) => (error as Error).message,
            ),
          ),
        ),
      remote,
    );

    expect(new Set(fromPage)).toEqual(new Set([false]));
    expect(new Set(fromSession)).toEqual(new Set(['net::ERR_BLOCKED_BY_CLIENT']));
    expect(visits).toBe(0);
  });

  it('is served from its folder only', async () => {
    const statuses = await bench.app.evaluate(
      ({ session }, urls) =>
        Promise.all(urls.map(async (url) => (await session.defaultSession.fetch(url)).status)),
      [
        'app://orrery/',
        'app://orrery/../main/index.js',
        'app://orrery/%2e%2e/main/index.js',
        'app://orrery/..%2fmain%2findex.js',
        'app://orrery/..%5cmain%5cindex.js',
      ],
    );

    expect(statuses).toEqual([200, 404, 404, 404, 404]);
  });
});
