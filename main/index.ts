import { app, dialog, ipcMain, nativeTheme, protocol, session, shell, type BrowserWindow } from 'electron';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { trustArgument, workspaceArgument } from './command-line.ts';
import type { LogEntry, RunId } from '../engine/model/index.ts';
import type { BreakpointHit, Preferences } from '../preload/contract.ts';
import { handlersFor } from './handlers/handlers.ts';
import { viewOf } from './handlers/view-of.ts';
import { serve } from './ipc.ts';
import { keptBreakpoints, keptProbes } from './kept-list.ts';
import { KeptRuns } from './kept-runs.ts';
import { KnownFolders } from './known-folders.ts';
import { setMenu } from './menu.ts';
import { openFolder } from './open-folder.ts';
import { Outbox } from './outbox.ts';
import { pickFolder, pickTarget, pickTraces } from './pick-files.ts';
import { BUILT } from './places.ts';
import { KeptPreferences } from './preferences.ts';
import { announceScheme, HOME, servePage } from './protocol.ts';
import { headOf, rowsOf } from './runs/log-row.ts';
import { closeSession, confinePages } from './security.ts';
import { Trust } from './trust.ts';
import { typeChecks } from './type-checks.ts';
import { keepPlace, readPlace } from './window-place.ts';
import { openWindow } from './window.ts';
import { provideSample } from './workspace/sample.ts';
import { Workspace } from './workspace/workspace.ts';

/** How soon runs that another process writes show. */
const LOOK_MILLISECONDS = 500;

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
  const folders = new KnownFolders(join(ours, 'folders.json'));
  const trust = new Trust(workspace.folder, folders, folder === sample || trustArgument(process.argv));
  const preferences = new KeptPreferences(join(ours, 'preferences.json'));
  const { check, declarations } = typeChecks();
  const window: { current?: BrowserWindow } = {};
  const setTheme = (theme: Preferences['theme']): void => {
    nativeTheme.themeSource = theme;
  };

  const outbox = new Outbox((name, signal) => window.current?.webContents.send(name, signal), {
    run: (id) => kept.runs.summary(id),
    workspace: () => viewOf({ workspace, kept, trust, folders }),
  });
  const breakpoints = keptBreakpoints(workspace.breakpoints);
  const audience = {
    logged: (run: RunId, entries: readonly LogEntry[]) => {
      const writings = kept.store.commitBatches(run, entries[0]?.index ?? 0, entries.length);
      outbox.appended(run, rowsOf(entries.map(headOf), kept.runs.summary(run)!, writings));
    },
    changed: (run: RunId) => {
      outbox.runChanged(run);
    },
    hit: (run: RunId, hit: BreakpointHit) => {
      outbox.hit(run, hit);
    },
  };
  const kept = new KeptRuns(workspace.database, check, audience, breakpoints);
  const workspaceChanged = (): void => {
    outbox.workspaceChanged();
  };
  const watcher = workspace.watch(workspaceChanged);
  const others = setInterval(() => {
    if (kept.changedElsewhere()) workspaceChanged();
  }, LOOK_MILLISECONDS);

  serve(
    ipcMain,
    HOME,
    handlersFor({
      workspace,
      kept,
      trust,
      folders,
      preferences,
      breakpoints,
      probes: keptProbes(workspace.probes),
      checkTypes: check,
      declarations,
      setTheme,
      setMenu: ({ commands }) => {
        setMenu(commands, (command) => window.current?.webContents.send('menu.chosen', { command }));
      },
      pickTraces: () => pickTraces(window.current),
      pickTarget: (name, kind) => pickTarget(window.current, join(folder, 'traces', name), kind),
      pickFolder: () => pickFolder(window.current),
      openFolder,
      moveToTrash: (file) => shell.trashItem(file),
      importProgressed: (progress) => window.current?.webContents.send('import.progressed', progress),
      verifyProgressed: (progress) => window.current?.webContents.send('verify.progressed', progress),
      workspaceChanged,
    }),
  );
  closeSession(session.defaultSession);
  servePage(protocol, join(BUILT, 'renderer'));
  if (preferences.now.theme !== undefined) setTheme(preferences.now.theme);

  const place = join(app.getPath('userData'), 'window.json');
  window.current = openWindow(`${workspace.name} – Orrery`, readPlace(place));
  keepPlace(window.current, place);
  if (folder !== sample) folders.noteOpened(workspace.folder).then(workspaceChanged, console.error);
  window.current.on('closed', () => delete window.current);
  app.on('second-instance', () => window.current?.focus());
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('will-quit', () => {
    clearInterval(others);
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
