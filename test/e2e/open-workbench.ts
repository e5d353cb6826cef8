import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { electronArgs } from '../../scripts/shared/system.mjs';
import { electronBinary } from './electron.ts';
import { pageErrors } from './page-errors.ts';
import { keepInUse } from './page-in-use.ts';
import { copySample, PROJECT } from './sample-workspace.ts';
import { put, REMOVE, type Files } from './temporary-folder.ts';

/** The window takes longer than this to close only if it hangs. */
const CLOSE_MILLISECONDS = 15_000;

/** The real window, on a workspace and a profile of its own. */
export interface Workbench extends AsyncDisposable {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** The workspace's folder. */
  readonly folder: string;
  /** The errors that the page has reported so far. */
  readonly errors: readonly string[];
  /** Closes the window as a person does, and opens it again on the same workspace. */
  again(): Promise<Workbench>;
}

/** Opens the window on a copy of the sample workspace with `files` on top. */
export function openWorkbench(files: Files = {}): Promise<Workbench> {
  return openNew((folder) => {
    copySample(folder);
    put(folder, files);
  });
}

/** Opens the window as {@link openWorkbench} does, with `program` instead of Electron's own. */
export function openWorkbenchBy(program: string): Promise<Workbench> {
  return openNew(copySample, ['--trust'], program);
}

/** Opens the window on a workspace with `files` and nothing else. */
export function openBareWorkbench(files: Files = {}): Promise<Workbench> {
  return openNew((folder) => {
    put(folder, files);
  });
}

/** Opens the window on a workspace in `disk`, which is elsewhere, with `files` and nothing else. */
export function openWorkbenchOn(disk: string, files: Files): Promise<Workbench> {
  put(disk, files);
  return openNew((folder) => {
    symlinkSync(disk, folder);
  });
}

/** Opens the window on a folder that nobody has trusted yet. */
export function openUntrusted(files: Files): Promise<Workbench> {
  return openNew((folder) => {
    put(folder, files);
  }, []);
}

async function openNew(
  fill: (folder: string) => void,
  options = ['--trust'],
  program = electronBinary(),
): Promise<Workbench> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-e2e-')));
  fill(join(home, 'workspace'));
  try {
    return await open(home, options, program);
  } catch (thrown) {
    rmSync(home, REMOVE);
    throw thrown;
  }
}

async function open(home: string, options: readonly string[], executable: string): Promise<Workbench> {
  const folder = join(home, 'workspace');
  const own = [`--user-data-dir=${join(home, 'profile')}`, PROJECT, `--workspace=${folder}`, ...options];
  const app = await _electron.launch({
    executablePath: executable,
    // The program itself sets the theme.
    colorScheme: null,
    args: [...electronArgs(), '--disable-gpu', ...own],
  });
  const program = app.process();
  try {
    const page = await app.firstWindow();
    const errors = pageErrors(page);
    await page.waitForLoadState();
    await keepInUse(page);
    return {
      app,
      page,
      folder,
      errors,
      again: async () => {
        await close(app, program);
        return open(home, options, executable);
      },
      [Symbol.asyncDispose]: async () => {
        await close(app, program).finally(() => {
          rmSync(home, REMOVE);
        });
      },
    };
  } catch (thrown) {
    program.kill('SIGKILL');
    throw thrown;
  }
}

/** Closes the window, if it is still there. @throws {Error} when it stays. */
async function close(app: ElectronApplication, program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const giveUp = new AbortController();
  const stayed = setTimeout(CLOSE_MILLISECONDS, true, { signal: giveUp.signal }).catch(() => false);
  const left = app.close().then(() => false);
  const hangs = await Promise.race([left, stayed]);
  giveUp.abort();
  if (!hangs) return;
  program.kill('SIGKILL');
  throw new Error(`the window was still there ${CLOSE_MILLISECONDS / 1000} s after it was closed`);
}
