import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import './call-main.ts';
import { oneWorkbench } from './one-workbench.ts';
import { PROJECT } from './sample-workspace.ts';

// Everything here is refused and leaves everything unchanged, so one window serves all tests.
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
    ['a run id that is none', 'run.stop', { run: 'r1; DROP TABLE run' }],
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

    for (const reply of replies) expect(reply).toMatchObject({ ok: false, error: { code: 'bad-path' } });
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
