import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import './call-main.ts';
import { oneWorkbench } from './one-workbench.ts';
import { PROJECT } from './sample-workspace.ts';

// Everything here is refused and leaves the page unchanged, so one window serves all tests.
const bench = oneWorkbench();

/** Code with which somebody uses the preload script from a foreign page. */
const PRELOAD = join(PROJECT, 'out/preload/index.cjs');
const ASK = `bridge.call('workspace.read', {}).then(() => 'answered', (error) => error.message)`;

describe('the bridge', () => {
  it.each([
    ['an unknown call', 'shell.run', { command: 'rm' }],
    ['a name that every object has', 'toString', {}],
    ['a field too many', 'workspace.read', { everything: true }],
    ['a missing field', 'run.start', { scenario: 'scenarios/invoice-by-noon.ts' }],
    ['a field of another type', 'log.rows', { run: 'r1', from: '0' }],
    ['a number out of range', 'log.rows', { run: 'r1', from: -1 }],
    ['a run id that is none', 'run.verify', { run: 'r1; DROP TABLE run' }],
    [
      'a text that is too long',
      'scenario.save',
      { path: 'scenarios/long.ts', text: ' '.repeat(2_000_001), replaces: null },
    ],
    ['no request at all', 'workspace.read', undefined],
    ['a list for a request', 'workspace.read', []],
  ])('refuses %s', async (_what, name, request) => {
    const outcome = await bench.page.evaluate(
      ([call, body]) =>
        bridge.call(call as 'workspace.read', body as Record<string, never>).then(
          (reply) => (reply.ok ? 'answered' : reply.error.message),
          (error: unknown) => (error as Error).message,
        ),
      [name, request] as [string, unknown],
    );

    expect(outcome).toMatch(/^Error invoking remote method|^[a-zA-Z]+\.[a-zA-Z]+: .+\.$/);
    expect(outcome).toContain(name);
  });

  it.each([
    ...['../x', '../x.ts', 'scenarios/../../x.ts', 'scenarios/../../../etc/passwd', '/etc/passwd'],
    ...[
      'scenarios\\..\\..\\x.ts',
      'scenarios/.hidden.ts',
      '.orrery/orrery.db',
      'scenarios/a\0.ts',
      'C:/x.ts',
    ],
  ])('reads, writes and imports nothing at %j', async (path) => {
    const replies = await bench.page.evaluate(
      (target) =>
        Promise.all([
          bridge.call('scenario.read', { path: target }),
          bridge.call('scenario.save', { path: target, text: 'mine', replaces: null }),
          bridge.call('trace.import', { path: target }),
        ]),
      path,
    );

    // The contract itself refuses some paths.
    for (const reply of replies)
      expect(reply.ok ? 'answered' : reply.error.code).toMatch(/^bad-(?:path|request)$/);
    expect(existsSync(join(bench.folder, '../x.ts'))).toBe(false);
  });

  it.each(['data:text/html,<p>hello', 'app://kitchen/', 'about:blank'])(
    'is closed to a page at %s, even with our preload',
    async (url) => {
      const outcome = await bench.app.evaluate(
        async ({ BrowserWindow }, foreign) => {
          const window = new BrowserWindow({ show: false, webPreferences: { preload: foreign.preload } });
          // An address without a server leaves an error page, which is foreign too.
          await window.loadURL(foreign.url).catch(() => null);
          const answer: unknown = await window.webContents.executeJavaScript(foreign.ask);
          window.destroy();
          return answer;
        },
        { url, preload: PRELOAD, ask: ASK },
      );

      expect(outcome).toContain('called by another page than app://orrery');
    },
  );

  it('is closed to a frame within a page, even with our preload', async () => {
    const outcome = await bench.app.evaluate(
      async ({ BrowserWindow }, foreign) => {
        const window = new BrowserWindow({
          show: false,
          webPreferences: { preload: foreign.preload, nodeIntegrationInSubFrames: true },
        });
        await window.loadURL('app://orrery/');
        await window.webContents.executeJavaScript(`new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.srcdoc = '<p>hello';
          frame.onload = () => resolve(null);
          document.body.append(frame);
        })`);
        const answer: unknown = await window.webContents.mainFrame.frames[0]!.executeJavaScript(foreign.ask);
        window.destroy();
        return answer;
      },
      { preload: PRELOAD, ask: ASK },
    );

    expect(outcome).toContain('called by another page than app://orrery');
  });

  it('still answers the page itself', async () => {
    const reply = await bench.page.evaluate(() => bridge.call('workspace.read', {}));

    expect(reply).toMatchObject({ ok: true, value: { name: 'workspace' } });
  });
});

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
  it('has nothing of Node or Electron but three verbs', async () => {
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

    expect(found).toEqual({ globals: [], verbs: ['call', 'importFiles', 'on'] });
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
