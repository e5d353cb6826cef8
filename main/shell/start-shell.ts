import { app, ipcMain, nativeTheme, protocol, session, shell, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import type { Preferences, SignalChannel } from '../../preload/contract.ts';
import type { Handlers, Send, ShellServices } from '../host/bridge/index.ts';
import { BUILT, sha256Of } from '../host/system/index.ts';
import { openBeside, trustArgument, withWorkspace, workspaceArgument } from './command-line.ts';
import {
  confirmCode,
  confirmHost,
  confirmTrust,
  pickFolder,
  pickTarget,
  pickExportFolder,
  pickTraceFolder,
  pickModelFile,
  pickTraces,
  reportNotOpened,
} from './dialogs.ts';
import { logTo, watchPage, reportFaults } from './faults.ts';
import { serve } from './ipc.ts';
import { setMenu } from './menu.ts';
import { announceScheme, servePage } from './protocol.ts';
import { closeNetwork, closeSession, confinePages, PAGE_ORIGIN, keepHome } from './security.ts';
import { keepBounds, openWindow, readBounds } from './window.ts';

const SIGNALS: SignalChannel = 'signals';
const BOUNDS_FILE = 'window.json';

/** What the shell passes to the workbench it opens. */
export interface Shell {
  readonly folder: string;
  /** Whether the folder is the sample workspace, because none was named. */
  readonly isSample: boolean;
  /** Whether the person trusted the folder on the command line, for as long as the window is open. */
  readonly isTrusted: boolean;
  /** The folder for data that does not belong to a workspace. */
  readonly settings: string;
  /** Sends signals to the page; without a window they are lost. */
  readonly send: Send;
  readonly services: ShellServices;
}

/** The content of the window and the handlers of its calls. Disposed when the program quits. */
export interface Workbench extends Disposable {
  readonly title: string;
  readonly theme: Preferences['theme'] | undefined;
  readonly handlers: Handlers;
  /** A person uses the keyboard or the pointer. */
  readonly onInput: () => void;
}

/** Starts the Electron part of the program with one window, on the workbench that `open` returns. */
export function startShell(open: (shell: Shell) => Workbench): void {
  const settings = app.getPath('userData');
  // For worker processes, and for this one.
  process.env['ORRERY_SETTINGS'] ??= settings;
  const sample = join(settings, 'Sample workspace');
  const folder = workspaceArgument(process.argv, process.cwd()) ?? sample;

  // Two processes cannot share a profile, so each workspace has its own, and with it its own single-instance lock.
  const profileOf = (workspace: string): string =>
    join(settings, 'Profiles', sha256Of(workspace).slice(0, 16));
  app.setPath('userData', profileOf(folder));
  /** The files for the window’s bounds: its own, and that of a window that replaces it. */
  const boundsFiles = [join(profileOf(folder), BOUNDS_FILE)];
  announceScheme(protocol);
  confinePages(app);

  closeNetwork(app.commandLine);

  const window: { current?: BrowserWindow } = {};
  logTo(join(settings, 'logs', 'orrery.log'));
  reportFaults(() => window.current);
  const send: Send = (messages) => window.current?.webContents.send(SIGNALS, messages);
  const setTheme = (theme: Preferences['theme']): void => {
    nativeTheme.themeSource = theme;
  };
  const services: ShellServices = {
    setTheme,
    setMenu: ({ commands }) => {
      setMenu(commands, (command) => {
        send([{ name: 'menu.chosen', signal: { command } }]);
      });
    },
    pickTraces: () => pickTraces(window.current),
    pickModelFile: () => pickModelFile(window.current),
    pickExportFolder: () => pickExportFolder(window.current),
    pickTraceFolder: () => pickTraceFolder(window.current),
    pickTarget: (name, kind) => pickTarget(window.current, join(folder, 'traces', name), kind),
    confirmTrust: (trusted) => confirmTrust(window.current, trusted),
    confirmHost: (host) => confirmHost(window.current, host),
    confirmCode: (question) => confirmCode(window.current, question),
    pickFolder: () => pickFolder(window.current),
    openFolder: (opened, beside) => {
      if (beside) openBeside(opened);
      else {
        boundsFiles.push(join(profileOf(opened), BOUNDS_FILE));
        app.relaunch({ args: [...withWorkspace(process.argv.slice(1), opened)] });
        app.quit();
      }
    },
    showFile: async (file, how) => {
      if (how === 'folder') shell.showItemInFolder(file);
      else await shell.openPath(file);
    },
    moveToTrash: (file) => shell.trashItem(file),
  };
  const show = (): void => {
    const isTrusted = trustArgument(process.argv);
    const workbench = open({ folder, isSample: folder === sample, isTrusted, settings, send, services });
    serve(ipcMain, PAGE_ORIGIN, workbench.handlers);
    closeSession(session.defaultSession);
    servePage(protocol, join(BUILT, 'renderer'));
    if (workbench.theme !== undefined) setTheme(workbench.theme);

    window.current = openWindow(`${workbench.title} – Orrery`, readBounds(boundsFiles[0]!));
    keepBounds(window.current, boundsFiles);
    window.current.webContents.on('input-event', workbench.onInput);
    watchPage(window.current, keepHome(window.current.webContents));
    window.current.on('closed', () => delete window.current);
    app.on('second-instance', () => {
      if (window.current?.isMinimized() === true) window.current.restore();
      window.current?.focus();
    });
    app.on('window-all-closed', () => {
      app.quit();
    });
    app.on('will-quit', () => {
      workbench[Symbol.dispose]();
    });
  };
  const giveUp = async (thrown: unknown): Promise<void> => {
    const opened = await reportNotOpened(thrown);
    if (opened === undefined) app.exit(1);
    else services.openFolder(opened, false);
  };
  if (app.requestSingleInstanceLock()) app.whenReady().then(show).catch(giveUp);
  else app.quit();
}
