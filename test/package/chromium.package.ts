import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import type { SignalMessage } from '../../preload/contract.ts';
import type { Shell } from '../../main/shell/index.ts';
import { serve, type Sender } from '../../main/shell/ipc.ts';
import { pageFile } from '../../main/shell/protocol.ts';
import { PAGE_ORIGIN } from '../../main/shell/security.ts';
import type * as BuiltWorkbench from '../../main/workbench.ts';
import { pageErrors } from '../e2e/page-errors.ts';
import { copySample, PROJECT } from '../e2e/sample-workspace.ts';
import { WindowUser } from '../e2e/window-user.ts';

const CHROMIUM = '/usr/bin/chromium';

/** The page's address here. A browser does not know the scheme `app:`. */
const ADDRESS = 'https://orrery.test';

const { openWorkbench } = (await import(
  pathToFileURL(join(PROJECT, 'out/main/workbench.js')).href
)) as typeof BuiltWorkbench;

beforeAll(() => {
  if (existsSync(CHROMIUM)) return;
  execFileSync('apt-get', ['update']);
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
}, 600_000);

it('the page runs, scrubs, branches and compares in Debian’s Chromium, which is newer than Electron’s', async () => {
  const home = mkdtempSync(join(tmpdir(), 'orrery-chromium-'));
  const folder = join(home, 'workspace');
  copySample(folder);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const errors = pageErrors(page);
  using workbench = openWorkbench({
    folder,
    isSample: false,
    isTrusted: true,
    settings: join(home, 'settings'),
    send: (messages) => {
      page
        .evaluate(
          (text) => dispatchEvent(new CustomEvent('signals', { detail: JSON.parse(text) as unknown })),
          JSON.stringify(messages),
        )
        // Before the page is there nobody hears a signal.
        .catch(() => undefined);
    },
    // This test opens no dialog.
    services: { setTheme: () => undefined, setMenu: () => undefined } as unknown as Shell['services'],
  });
  const listeners = new Map<string, (sender: Sender, request: unknown) => Promise<unknown>>();
  serve({ handle: (name, listener) => void listeners.set(name, listener) }, ADDRESS, workbench.handlers);
  await page.exposeFunction('callMain', (name: string, request: unknown) =>
    listeners.get(name)!({ senderFrame: { url: page.url(), parent: null } }, request),
  );
  await page.addInitScript(() => {
    const call = (globalThis as unknown as { callMain: unknown }).callMain;
    const on = (name: string, listener: (signal: unknown) => void): (() => void) => {
      const heard = ({ detail }: CustomEventInit<readonly SignalMessage[]>): void => {
        for (const message of detail!) if (message.name === name) listener(message.signal);
      };
      addEventListener('signals', heard as EventListener);
      return () => {
        removeEventListener('signals', heard as EventListener);
      };
    };
    Object.assign(globalThis, { bridge: { call, on } });
  });
  await page.route(`${ADDRESS}/**`, async (route) => {
    const file = route.request().url().replace(ADDRESS, PAGE_ORIGIN);
    const answer = await pageFile(join(PROJECT, 'out/renderer'), file);
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });

  try {
    await page.goto(ADDRESS);
    const user = new WindowUser({ page });
    await user.open('phishing-or-not.ts');
    const parent = await user.run('Passed');
    await user.scrubTo(14);
    await user.branch('content', 'Never.', 'Failed');
    await user.reads(page.getByRole('list', { name: 'Breadcrumb' }), `branch of ${parent} at #14`);
    await page.keyboard.press('Control+d');
    const comparison = page.getByRole('region', { name: 'Comparison' });
    await user.reads(comparison, 'First divergence: #14 mail.reply_to_email by the agent');
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    rmSync(home, { recursive: true });
  }
});
