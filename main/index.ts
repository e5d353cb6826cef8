import { app, dialog, ipcMain, protocol, session, type BrowserWindow } from 'electron';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { workspaceArgument } from './command-line.ts';
import { handlersFor, viewOf } from './handlers.ts';
import { serve } from './ipc.ts';
import { KeptRuns } from './kept-runs.ts';
import { setMenu } from './menu.ts';
import { Outbox } from './outbox.ts';
import { pickTarget, pickTraces } from './pick-files.ts';
import { BUILT } from './places.ts';
import { announceScheme, HOME, servePage } from './protocol.ts';
import { headOf, rowOf } from './runs/log-row.ts';
import { closeSession, confinePages } from './security.ts';
import { setTheme } from './theme.ts';
import { typeChecks } from './type-checks.ts';
import { openWindow } from './window.ts';
import { provideSample } from './workspace/sample.ts';
import { Workspace } from './workspace/workspace.ts';

const ours = app.getPath('userData');
const sample = join(ours, 'Sample workspace');
const folder = workspaceArgument(process.argv, process.cwd()) ?? sample;

// Two processes cannot share a profile, so each workspace has its own, and with it its own single instance.
app.setPath(
  'userData',
  join(ours, 'Profiles', createHash('sha256').update(folder).digest('hex').slice(0, 16)),
);
announceScheme(protocol);
confinePages(app);

if (app.requestSingleInstanceLock()) app.whenReady().then(open).catch(giveUp);
else app.quit();

function open(): void {
  if (folder === sample) provideSample(sample);
  const workspace = new Workspace(folder);
  const { check, declarations } = typeChecks();
  const window: { current?: BrowserWindow } = {};

  const outbox = new Outbox((name, signal) => window.current?.webContents.send(name, signal), {
    run: (id) => kept.runs.summary(id),
    workspace: () => viewOf(workspace, kept),
  });
  const kept = new KeptRuns(workspace.database, check, {
    logged: (run, entries) => {
      outbox.appended(run, entries.map(headOf).map(rowOf));
    },
    changed: (run) => {
      outbox.runChanged(run);
    },
  });
  const workspaceChanged = (): void => {
    outbox.workspaceChanged();
  };
  const watcher = workspace.watch(workspaceChanged);

  serve(
    ipcMain,
    HOME,
    handlersFor({
      workspace,
      kept,
      checkTypes: check,
      declarations,
      setTheme,
      pickTraces: () => pickTraces(window.current),
      pickTarget: (name) => pickTarget(window.current, join(folder, 'traces', name)),
      workspaceChanged,
    }),
  );
  closeSession(session.defaultSession);
  servePage(protocol, join(BUILT, 'renderer'));
  setMenu();

  window.current = openWindow(`${workspace.name} – Orrery`);
  window.current.on('closed', () => delete window.current);
  app.on('second-instance', () => window.current?.focus());
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('will-quit', () => {
    watcher[Symbol.dispose]();
    outbox[Symbol.dispose]();
    kept[Symbol.dispose]();
  });
}

/** Nothing can be shown, so that the reason is all there is to show. */
function giveUp(thrown: unknown): void {
  console.error(thrown);
  dialog.showErrorBox('Orrery cannot open', thrown instanceof Error ? thrown.message : String(thrown));
  app.exit(1);
}
