import { app, type BrowserWindow, dialog, shell } from 'electron';
import log from 'electron-log/node';

/** A larger log is renamed to `orrery.old.log`, and a new one started. */
const MAX_LOG_SIZE = 2_000_000; // bytes

/** Also writes everything printed as a warning or an error to `file`. */
export function logTo(file: string): void {
  log.transports.file.resolvePathFn = () => file;
  log.transports.file.maxSize = MAX_LOG_SIZE;
  log.transports.file.level = 'warn';
  log.transports.console.format = '{text}';
  log.transports.console.useStyles = false;
  console.warn = (...values: readonly unknown[]) => {
    log.warn(...values);
  };
  console.error = (...values: readonly unknown[]) => {
    log.error(...values);
  };
}

/** A button of the error dialog. */
interface Choice {
  readonly label: string;
  run?(): void;
}

/** Reports an error in a system dialog, because the page may not work. */
async function tell(
  window: BrowserWindow | undefined,
  message: string,
  detail: string,
  choices: readonly Choice[],
  signal?: AbortSignal,
): Promise<void> {
  const file = log.transports.file.getFile().path;
  const all: readonly Choice[] = [
    ...choices,
    {
      label: 'Show log file',
      run: () => {
        shell.showItemInFolder(file);
      },
    },
  ];
  const options = {
    ...({ type: 'error', title: 'Orrery', message, detail: `${detail}\n\nDetails are in ${file}.` } as const),
    buttons: all.map(({ label }) => label),
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    ...(signal === undefined ? {} : { signal }),
  };
  const { response } = await (window === undefined || window.isDestroyed()
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  if (signal?.aborted !== true) all[response]?.run?.();
}

/** Logs unexpected errors of this process and reports them to the person. Runs continue. */
export function reportFaults(window: () => BrowserWindow | undefined): void {
  let telling = false;
  const caught = (thrown: unknown): void => {
    console.error('Unexpected error:', thrown);
    // One dialog at a time: a repeated error must not cover the window with dialogs.
    if (telling || !app.isReady()) return;
    telling = true;
    const detail =
      'Orrery may no longer work correctly. All logged entries are saved. Save your files, then restart.';
    void tell(window(), `Unexpected error: ${messageOf(thrown)}`, detail, [
      { label: 'Continue' },
      {
        label: 'Quit',
        run: () => {
          app.quit();
        },
      },
    ]).finally(() => (telling = false));
  };
  process.on('uncaughtException', caught);
  process.on('unhandledRejection', caught);
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (reason !== 'clean-exit') console.error(`The ${type} process ended: ${reason}, code ${exitCode}.`);
  });
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

/** Logs when the page of `window` crashes or hangs, and offers to reload it with `reload`. */
export function watchPage(window: BrowserWindow, reload: () => void): void {
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return;
    console.error(`The window process ended: ${reason}, code ${exitCode}.`);
    const why = reason === 'oom' ? 'The window ran out of memory.' : 'The window stopped working.';
    void tell(window, why, 'Runs continue, and their logs are saved. Unsaved edits are lost.', [
      { label: 'Reload window', run: reload },
      {
        label: 'Quit',
        run: () => {
          app.quit();
        },
      },
    ]);
  });

  let waiting: AbortController | undefined;
  window.on('unresponsive', () => {
    if (waiting !== undefined) return;
    console.error('The window is not responding.');
    const control = new AbortController();
    waiting = control;
    const detail = 'The window may be busy. Reloading discards unsaved edits; runs continue.';
    void tell(
      window,
      'The window is not responding.',
      detail,
      [
        { label: 'Wait' },
        {
          label: 'Reload window',
          run: () => {
            window.webContents.forcefullyCrashRenderer();
            reload();
          },
        },
      ],
      control.signal,
    ).finally(() => (waiting = undefined));
  });
  window.on('responsive', () => waiting?.abort());
}
