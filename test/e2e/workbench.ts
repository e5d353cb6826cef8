import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';

export const PROJECT = join(import.meta.dirname, '../..');
export const SAMPLE = join(PROJECT, 'resources/sample-workspace');

/** The real window, on a workspace of its own. */
export interface Workbench extends AsyncDisposable {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The workspace's folder. */
  readonly folder: string;
}

/** Texts by path within the workspace. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Opens the window on a copy of the sample workspace with `files` added or replaced. */
export async function openWorkbench(files: Files = {}): Promise<Workbench> {
  const home = mkdtempSync(join(tmpdir(), 'orrery-e2e-'));
  const folder = join(home, 'workspace');
  cpSync(SAMPLE, folder, { recursive: true });
  put(folder, files);
  const app = await _electron.launch({
    executablePath: electronBinary(),
    args: [...sandbox(), '--disable-gpu', `--user-data-dir=${join(home, 'profile')}`, PROJECT, `--workspace=${folder}`],
  });
  const page = await app.firstWindow();
  await page.waitForLoadState();
  return {
    app,
    page,
    folder,
    [Symbol.asyncDispose]: async () => {
      await app.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Writes `files` into `folder`. */
export function put(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** What `npm test` says, else what set-up has found or made. */
function electronBinary(): string {
  const told = process.env['ORRERY_ELECTRON'];
  if (told !== undefined) return told;
  const stamp = readFileSync(join(PROJECT, 'node_modules/.cache/orrery/setup.json'), 'utf8');
  const { electron } = JSON.parse(stamp) as { electron: string | null };
  if (electron === null) throw new Error('found no Electron in the set-up, wanted one: npm run setup');
  return electron;
}

/** Chromium's sandbox cannot be had as root. */
const sandbox = (): string[] => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);
