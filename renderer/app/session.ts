import type { AppName, RunId } from '../../engine/model/index.ts';
import type { Bridge } from '../../preload/contract.ts';
import type { AppStores } from '../stores/app-stores.ts';
import { type DocumentsStore, isDirty, isMissing, openInBackground, putText } from '../stores/documents.ts';
import { restorePanels } from '../stores/panels.ts';
import { readRun } from '../stores/workspace.ts';
import { restorePosition, selectRun } from '../stores/selection.ts';
import { ask, disposeAll } from '../stores/sync.ts';
import type { Memory } from '../ui/split.tsx';

const KEY = 'orrery.session';

/** The state of the window to restore. */
interface Session {
  readonly open: string | undefined;
  readonly run: RunId | undefined;
  readonly app: string | undefined;
  readonly main: unknown;
  readonly centre: unknown;
  readonly dock: unknown;
  readonly hidden: unknown;
  readonly at: number;
  readonly following: boolean;
}

/** Restores the last session once the workspace is known, and saves it from then on. */
export function syncSession(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'log' | 'panels' | 'problems' | 'selection' | 'workspace'>,
  memory: Memory,
): () => void {
  const { workspace, documents, panels, selection, log } = stores;
  let restored = false;
  let noted = '';

  const restore = (): void => {
    const { view } = workspace.getState();
    if (restored || view === undefined) return;
    restored = true;
    const kept = read(memory);
    if (kept === undefined) return;
    if (view.scenarios.some(({ path }) => path === kept.open)) void openInBackground(stores, kept.open!);
    restorePanels(panels, { ...kept, app: kept.app as AppName | undefined });
    if (kept.run !== undefined) void showAgain(kept.run, kept);
  };

  const showAgain = async (id: RunId, { at, following }: Session): Promise<void> => {
    const run = await readRun(stores, id);
    // Do not replace a run that the person opened meanwhile.
    if (run === undefined || selection.getState().run !== undefined) return;
    selectRun(selection, run.id);
    if (!following) restorePosition(selection, at);
  };

  const note = (): void => {
    if (!restored) return;
    const { app, main, centre, dock, hidden } = panels.getState();
    const { run, at, following } = selection.getState();
    // While a log is loading, the position is not final.
    if (run !== undefined && log.getState().loading) return;
    const { open } = documents.getState();
    const shown: Session = { open, run, app, main, centre, dock, hidden, at, following };
    const session = JSON.stringify(shown);
    // Each key that is typed in the editor comes here, too.
    if (session !== noted) memory.setItem(KEY, session);
    noted = session;
  };

  const stops = [
    workspace.subscribe(restore),
    panels.subscribe(note),
    selection.subscribe(note),
    documents.subscribe(note),
    log.subscribe(({ loading }, before) => {
      if (loading !== before.loading) note();
    }),
  ];
  return disposeAll(stops);
}

function read(memory: Memory): Session | undefined {
  try {
    const kept = JSON.parse(memory.getItem(KEY) ?? '') as Record<keyof Session, unknown>;
    const { open, run, app, main, centre, dock, hidden, at, following } = kept;
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return {
      open: text(open),
      run: text(run) as RunId | undefined,
      app: text(app),
      main,
      centre,
      dock,
      hidden,
      at: Number.isSafeInteger(at) ? (at as number) : -1,
      following: following !== false,
    };
  } catch {
    // Nothing saved, or not readable.
    return undefined;
  }
}

const DRAFTS_KEY = 'orrery.drafts';

/** Delay before drafts are saved after the last edit; a crash loses no more. */
const QUIET_MILLISECONDS = 300;

/** Saves unsaved edits as drafts and restores them in the next window, until the returned function is called. */
export function syncDrafts(bridge: Bridge, documents: DocumentsStore, memory: Memory): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let noted = '{}';

  const note = (): void => {
    const state = documents.getState();
    const dirty = Object.entries(state.texts).filter(([path]) => isDirty(state, path));
    const drafts = JSON.stringify(Object.fromEntries(dirty.map(([path, { text }]) => [path, text])));
    if (drafts !== noted) memory.setItem(DRAFTS_KEY, drafts);
    noted = drafts;
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(note, QUIET_MILLISECONDS);
  };

  let stop = (): void => undefined;
  void restore(bridge, documents, memory).then(() => {
    stop = documents.subscribe(soon);
  });
  addEventListener('pagehide', note);
  return () => {
    clearTimeout(timer);
    stop();
    removeEventListener('pagehide', note);
  };
}

/** Restores each draft over the current source on disk. A draft of a deleted file keeps its path. */
async function restore(bridge: Bridge, documents: DocumentsStore, memory: Memory): Promise<void> {
  for (const [path, text] of draftsIn(memory.getItem(DRAFTS_KEY))) {
    const reply = await ask(bridge, 'scenario.read', { path });
    const source = {
      saved: reply.ok ? reply.value : '',
      text,
      ...(isMissing(reply) && { gone: true as const }),
    };
    putText(documents, path, source);
  }
}

function draftsIn(kept: string | null): readonly (readonly [string, string])[] {
  try {
    const drafts = JSON.parse(kept ?? '{}') as Record<string, unknown>;
    return Object.entries(drafts).flatMap(([path, text]) =>
      typeof text === 'string' ? [[path, text] as const] : [],
    );
  } catch {
    // Ignore drafts that cannot be read.
    return [];
  }
}
