import type { ElectronApplication } from 'playwright-core';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { WindowUser } from './window-user.ts';
import { openWorkbench, type Workbench } from './open-workbench.ts';
import type { Files } from './temporary-folder.ts';

/** A window that several tests share. No single test may close it. */
interface Shared extends Pick<Workbench, 'app' | 'page' | 'folder' | 'errors'> {
  /** Closes the window as a person does, and opens it again on the same workspace. */
  again(): Promise<void>;
}

/**
 * One window for all tests of the file or group that calls this, on a copy of the sample workspace with `files` added. Each test
 * leaves it usable for the next; after a test that failed, the next one gets a new window on a new workspace.
 */
export function oneWorkbench(files: Files = {}): Shared {
  let opened: Workbench | undefined;
  const bench = (): Workbench => {
    if (opened === undefined) throw new Error('found no window, wanted one that has been opened');
    return opened;
  };
  const close = async (): Promise<void> => {
    const closing = opened;
    opened = undefined;
    await closing?.[Symbol.asyncDispose]();
  };
  beforeEach(async () => {
    opened ??= await openWorkbench(files);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await close();
  });
  afterAll(close);
  return {
    get app() {
      return bench().app;
    },
    get page() {
      return bench().page;
    },
    get folder() {
      return bench().folder;
    },
    get errors() {
      return bench().errors;
    },
    again: async () => {
      opened = await bench().again();
    },
  };
}

/** One window, as in {@link oneWorkbench}, in which `scenario` has run and passed. */
export function withRunOf(scenario: string): Shared {
  const bench = oneWorkbench();
  let ranIn: ElectronApplication | undefined;
  // Not in `beforeAll`: waiting for the window's texts works only within a test.
  beforeEach(async () => {
    if (ranIn === bench.app) return;
    ranIn = bench.app;
    const user = new WindowUser(bench);
    await user.open(scenario);
    await user.run('Passed');
  });
  return bench;
}
