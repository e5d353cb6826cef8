import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { sandboxArgs } from '../../scripts/shared/system.mjs';
import { electronBinary } from './electron.ts';
import { pageErrors } from './page-errors.ts';
import { REMOVE } from './temporary-folder.ts';

/** A report in a browser that has no network. */
export interface OpenReport extends AsyncDisposable {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The errors that the page has reported so far. */
  readonly errors: readonly string[];
  /** The requests for anything but the report itself. */
  readonly asked: () => Promise<readonly string[]>;
}

/** A bare Chromium with one window: no preload, no bridge; every request except for the file itself is refused and recorded. */
const BROWSER = `
const { app, BrowserWindow, session } = require('electron');
globalThis.asked = [];
app.whenReady().then(() => {
  const page = require('node:url').pathToFileURL(process.argv.at(-1)).href;
  session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) => {
    const own = url === page || url.startsWith('devtools:');
    if (!own) globalThis.asked.push(url);
    answer({ cancel: !own });
  });
  session.defaultSession.enableNetworkEmulation({ offline: true });
  new BrowserWindow({ width: 1440, height: 900, webPreferences: { sandbox: true } }).loadURL(page);
});
`;

/** Opens the report in `file` by its path, as a double click does. */
export async function openReport(file: string): Promise<OpenReport> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-report-')));
  writeFileSync(join(home, 'package.json'), JSON.stringify({ name: 'browser', main: 'browser.cjs' }));
  writeFileSync(join(home, 'browser.cjs'), BROWSER);
  const app = await _electron.launch({
    executablePath: electronBinary(),
    args: [...sandboxArgs(), '--disable-gpu', `--user-data-dir=${join(home, 'profile')}`, home, file],
    colorScheme: null,
  });
  const page = await app.firstWindow();
  const errors = pageErrors(page);
  await page.waitForLoadState();
  return {
    app,
    page,
    errors,
    asked: () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked),
    [Symbol.asyncDispose]: async () => {
      await app.close().finally(() => {
        rmSync(home, REMOVE);
      });
    },
  };
}
