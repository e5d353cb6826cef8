import type { AppName, RunId } from '../../engine/model/index.ts';
import type { Bench } from './bench.ts';
import { endAll } from './end-all.ts';
import type { Memory } from './memory.ts';
import { CENTRE_TABS, DOCK_TABS, type CentreTab, type DockTab } from './panels.ts';
import { readRun } from './library-control.ts';
import { openQuietly } from './scenario-control.ts';

const KEY = 'orrery.session';

/** What the window showed, so that it shows it again. */
interface Session {
  readonly open: string | undefined;
  readonly run: RunId | undefined;
  readonly app: string | undefined;
  readonly centre: CentreTab;
  readonly dock: DockTab;
  readonly at: number;
  readonly following: boolean;
}

/** Brings back what the window showed last, once the workspace is known, and keeps note of it from then on. */
export function followSession(bench: Bench, memory: Memory): () => void {
  const { workspace, documents, panels, playhead, log } = bench;
  let restored = false;

  const restore = (): void => {
    const { view } = workspace.getState();
    if (restored || view === undefined) return;
    restored = true;
    const kept = read(memory);
    if (kept === undefined) return;
    if (view.scenarios.some(({ path }) => path === kept.open)) void openQuietly(bench, kept.open!);
    panels.setState({ centre: kept.centre, dock: kept.dock, app: kept.app as AppName | undefined });
    if (kept.run !== undefined) void showAgain(kept.run, kept);
  };

  const showAgain = async (id: RunId, { at, following }: Session): Promise<void> => {
    const run = await readRun(bench, id);
    // Whoever picked another meanwhile wants that.
    if (run === undefined || panels.getState().run !== undefined) return;
    panels.setState({ run: run.id });
    // Showing another run puts the playhead on its end.
    if (!following) playhead.setState({ at, following: false });
  };

  const note = (): void => {
    if (!restored) return;
    const { run, app, centre, dock } = panels.getState();
    const { at, following } = playhead.getState();
    // While a log comes in, the playhead says nothing.
    if (run !== undefined && log.getState().loading) return;
    const session: Session = { open: documents.getState().open, run, app, centre, dock, at, following };
    memory.setItem(KEY, JSON.stringify(session));
  };

  const stops = [
    workspace.subscribe(restore),
    panels.subscribe(note),
    playhead.subscribe(note),
    documents.subscribe(note),
  ];
  return endAll(stops);
}

function read(memory: Memory): Session | undefined {
  try {
    const { open, run, app, centre, dock, at, following } = JSON.parse(memory.getItem(KEY) ?? '') as Record<
      keyof Session,
      unknown
    >;
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return {
      open: text(open),
      run: text(run) as RunId | undefined,
      app: text(app),
      centre: CENTRE_TABS.find((tab) => tab === centre) ?? 'code',
      dock: DOCK_TABS.find((tab) => tab === dock) ?? 'log',
      at: Number.isSafeInteger(at) ? (at as number) : -1,
      following: following !== false,
    };
  } catch {
    // Nothing kept, or nothing that can be read.
    return undefined;
  }
}
