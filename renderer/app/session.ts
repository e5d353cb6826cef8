import type { AppName, RunId } from '../../engine/model/index.ts';
import type { Bridge } from '../../preload/contract.ts';
import type { AppStores } from '../stores/app-stores.ts';
import { type DocumentsStore, isDirty, isMissing, openInBackground, putText } from '../stores/documents.ts';
import { restorePanels } from '../stores/panels.ts';
import { readRun } from '../stores/runs.ts';
import { restorePosition, selectRun } from '../stores/selection.ts';
import { ask, disposeAll } from '../stores/sync.ts';
import type { Memory } from '../ui/split.tsx';

const KEY = 'orrery.session';

/** What the window showed, so that it shows it again. */
interface Session {
  readonly open: string | undefined;
  readonly run: RunId | undefined;
  readonly app: string | undefined;
  readonly main: unknown;
  readonly centre: unknown;
  readonly dock: unknown;
  readonly at: number;
  readonly following: boolean;
}

/** Brings back what the window showed last, once the workspace is known, and keeps note of it from then on. */
export function syncSession(
  stores: Pick<AppStores, 'documents' | 'bridge' | 'log' | 'panels' | 'problems' | 'selection' | 'workspace'>,
  memory: Memory,
): () => void {
  const { workspace, documents, panels, selection, log } = stores;
  let restored = false;

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
    // Whoever picked another meanwhile wants that.
    if (run === undefined || selection.getState().run !== undefined) return;
    selectRun(selection, run.id);
    if (!following) restorePosition(selection, at);
  };

  const note = (): void => {
    if (!restored) return;
    const { app, main, centre, dock } = panels.getState();
    const { run, at, following } = selection.getState();
    // While a log comes in, the playhead says nothing.
    if (run !== undefined && log.getState().loading) return;
    const { open } = documents.getState();
    const session: Session = { open, run, app, main, centre, dock, at, following };
    memory.setItem(KEY, JSON.stringify(session));
  };

  const stops = [
    workspace.subscribe(restore),
    panels.subscribe(note),
    selection.subscribe(note),
    documents.subscribe(note),
  ];
  return disposeAll(stops);
}

function read(memory: Memory): Session | undefined {
  try {
    const kept = JSON.parse(memory.getItem(KEY) ?? '') as Record<keyof Session, unknown>;
    const { open, run, app, main, centre, dock, at, following } = kept;
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return {
      open: text(open),
      run: text(run) as RunId | undefined,
      app: text(app),
      ...{ main, centre, dock },
      at: Number.isSafeInteger(at) ? (at as number) : -1,
      following: following !== false,
    };
  } catch {
    // Nothing kept, or nothing that can be read.
    return undefined;
  }
}

const DRAFTS_KEY = 'orrery.drafts';

/** Nobody types faster than this is written, and a crash costs no more. */
const QUIET_MILLISECONDS = 300;

/** Keeps what is not saved when the window goes, and brings it back, until the returned function is called. */
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

/** Puts each draft over its source as it is on disk now. One whose file is gone stays a draft of that path. */
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
    // What cannot be read is as good as nothing kept.
    return [];
  }
}
