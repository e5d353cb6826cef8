import { Activity, AppWindow, Braces, Copy, History, NotebookPen } from 'lucide-react';
import { type JSX, type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import {
  type AppName,
  type AppSummary,
  type Path,
  printPath,
  type RunId,
  type RunSummary,
  valueAt,
} from '../../../engine/model/index.ts';
import { type AppState, selectValue } from '../../stores/inspection.ts';
import { beginNote } from '../../stores/notes.ts';
import { copyText } from '../../stores/notices.ts';
import { selectApp, showAsAgent } from '../../stores/panels.ts';
import { viewKey } from '../../stores/preview.ts';
import { chatOf, isActive } from '../../stores/runs.ts';
import { seek } from '../../stores/selection.ts';
import { useAnswer, useCommand, useShownRun, useStores } from '../../stores/use-stores.ts';
import { appOf } from '../../stores/workspace.ts';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import { entryTitle, KIND_WORDS } from '../../ui/format/words.ts';
import { changedPaths, type ChangedPaths, markedPaths, NOTHING_CHANGED } from '../../ui/json/changed.tsx';
import { type Known, NOT_MARKED } from '../../ui/json/known.tsx';
import { pathUnder, type Selecting } from '../../ui/json/pick.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { MessageForm } from '../act/act-container.tsx';
import { probeValue } from '../probes/probes-container.tsx';
import { AppsView, ShownState } from './apps.tsx';
import { hasView, StateView } from './state-view.tsx';

export { hasView, StateView };

/** The apps of the shown run at the playhead, one at a time. */
export function Apps(): JSX.Element {
  const run = useShownRun();
  if (run === undefined)
    return (
      <Empty icon={AppWindow} title="No run open">
        Open a scenario and press F5. Its apps appear here, as they were at each entry.
      </Empty>
    );
  return <RunApps key={viewKey(run.id)} run={run} />;
}

function RunApps({ run }: { readonly run: RunSummary }): JSX.Element {
  const { panels, commands, knowledge } = useStores();
  const asAgent = useStore(panels, (now) => now.asAgent);
  const picked = useStore(panels, (now) => now.app);
  const { shown, problem } = useStore(knowledge);
  useCommand('apps.asAgent', () => {
    showAsAgent(panels, !panels.getState().asAgent);
  });
  const selected = appOf(run, picked);
  const app = run.apps.find(({ name }) => name === selected);
  const edited = useEdited(run.id);
  const changed = useChangedApps(run);
  const known = shown?.run === run.id && shown.app === selected ? shown.knowledge : undefined;
  return (
    <AppsView
      apps={run.apps}
      selected={selected}
      changed={edited?.apps ?? changed}
      marked={edited === undefined ? undefined : EDIT_MARK_HINT}
      knowledge={asAgent ? { knowledge: known, problem } : undefined}
      onSelect={(name) => {
        selectApp(panels, name);
      }}
      onShowAsAgent={(wanted) => {
        showAsAgent(panels, wanted);
      }}
      onCall={() => {
        commands.run('run.call');
      }}
      state={(raw, words) =>
        app === undefined ? null : <AppStateAtPlayhead {...{ run, app, raw, words }} />
      }
      below={
        app !== undefined && isActive(run) && app === chatOf(run) ? (
          <MessageForm run={run} chat={app} />
        ) : null
      }
    />
  );
}

interface AppStateAtPlayheadProps {
  readonly run: RunSummary;
  readonly app: AppSummary;
  readonly raw: boolean;
  readonly words: readonly string[];
}

/** The last loaded state of the app, which stays until the next one arrives. */
function AppStateAtPlayhead({ run, app, raw, words }: AppStateAtPlayheadProps): JSX.Element | null {
  const { shown, problem } = useStore(useStores().appState);
  const changedThere = useChanged(shown);
  const edited = useEdited(run.id);
  const changed = useMemo(
    () => (edited === undefined ? changedThere : markedPaths(edited.pathsIn(app.name))),
    [edited, changedThere, app],
  );
  const picking = usePicking(shown);
  const known = useKnown(run.id, app.name);
  if (problem !== undefined) return <Message text={problem.message} />;
  if (shown?.run !== run.id || shown.app !== app.name) return null;
  return (
    <ValueMenu shown={shown} picking={picking}>
      <ShownState {...{ app, shown, changed, raw, words, picking, known }} />
    </ValueMenu>
  );
}

interface ValueMenuProps {
  readonly shown: AppState;
  readonly picking: Selecting;
  readonly children: ReactNode;
}

/** Opens the context menu of a state value on right click, the menu key or Shift+F10. */
function ValueMenu({ shown, picking, children }: ValueMenuProps): JSX.Element {
  const stores = useStores();
  const { app, at, state } = shown;
  return (
    <ContextMenu
      label="Value"
      items={(target) => {
        const path = pathUnder(target, target.closest('[data-entry]') ?? target);
        if (path === undefined) return [];
        const place = printPath([app, ...path]);
        return [
          {
            label: 'Who changed this?',
            icon: History,
            onChoose: () => {
              picking.pick(path);
            },
          },
          {
            label: 'Probe this value',
            icon: Activity,
            onChoose: () => {
              picking.probe(path);
            },
          },
          'separator',
          {
            label: 'Add note to this value',
            icon: NotebookPen,
            disabled: at < 0,
            onChoose: () => {
              beginNote(stores, { range: { from: at, to: at }, value: { app, path } });
            },
          },
          {
            label: 'Copy as JSON',
            icon: Braces,
            onChoose: () => {
              copyText(stores, JSON.stringify(valueAt(state, path), undefined, 2), place);
            },
          },
          {
            label: 'Copy path',
            icon: Copy,
            onChoose: () => {
              copyText(stores, place, 'Path');
            },
          },
        ];
      }}
    >
      {children}
    </ContextMenu>
  );
}

/** The agent's knowledge of `app` to mark. The last reply stays until the one for the new position arrives. */
function useKnown(run: RunId, app: AppName): Known {
  const { knowledge, panels, selection, log } = useStores();
  const asAgent = useStore(panels, (now) => now.asAgent);
  const shown = useStore(knowledge, (now) => now.shown);
  return useMemo(() => {
    if (!asAgent || shown?.run !== run || shown.app !== app) return NOT_MARKED;
    const byPath = new Map(
      shown.knowledge.records.map(({ path, awareness }) => [JSON.stringify(path), awareness]),
    );
    return {
      of: (path) => byPath.get(JSON.stringify(path)),
      go: (entry) => {
        seek(selection, entry, log.getState().rows.length);
      },
      deed: (entry) => {
        const row = log.getState().rows[entry];
        return row === undefined ? '' : `${KIND_WORDS[row.kind]}: ${entryTitle(row)}`;
      },
    };
  }, [asAgent, shown, run, app, selection, log]);
}

/** The action that picks a value of a state, and the path of the picked value. */
function usePicking(shown: AppState | undefined): Selecting {
  const stores = useStores();
  const { valueHistory } = stores;
  const { selected, history } = useStore(valueHistory);
  return useMemo(() => {
    const here = selected?.run === shown?.run && selected?.app === shown?.app;
    const place = selected?.since === shown?.at ? selected?.path : history?.valueHistory.path;
    return {
      picked: here ? place : undefined,
      pick: (path) => {
        if (shown === undefined) return;
        const { run, app, at } = shown;
        selectValue(valueHistory, { run, app, path, since: at });
      },
      probe: (path) => {
        if (shown !== undefined) void probeValue(stores, shown.app, path);
      },
    };
  }, [stores, valueHistory, shown, selected, history]);
}

const EDIT_MARK_HINT = 'Marked: what the last edit changed, against the preview before.';

/** What the last edit changed in the states at the playhead; `undefined` when no such preview is shown. */
function useEdited(
  run: RunId,
): { readonly apps: ReadonlySet<AppName>; readonly pathsIn: (app: AppName) => readonly Path[] } | undefined {
  const stores = useStores();
  const at = useStore(stores.inspection, (state) => state.at);
  const preview = useStore(stores.preview, ({ shown }) => shown);
  const changes = preview?.run === run ? preview.changes : undefined;
  const request = changes && {
    a: { run: changes.before.id, at: at < 0 ? -1 : (changes.counterparts[at] ?? -1) },
    b: { run, at },
  };
  const reply = useAnswer('comparison.states', request)?.reply;
  return useMemo(() => {
    if (changes === undefined || reply?.ok !== true) return undefined;
    const byApp = new Map(reply.value.map(({ app, differences }) => [app, differences]));
    const differing = reply.value.filter(({ differences }) => differences.length > 0);
    return {
      apps: new Set(differing.map(({ app }) => app)),
      pathsIn: (app) => (byApp.get(app) ?? []).map(({ path }) => path),
    };
  }, [changes, reply]);
}

/** The apps that the entry at the playhead changed. */
function useChangedApps(run: RunSummary): ReadonlySet<AppName> {
  const moment = useStore(useStores().inspection, (state) => state.shown);
  return useMemo(
    () => new Set(moment?.run === run.id ? moment.entry.changes.map(({ app }) => app) : []),
    [moment, run.id],
  );
}

/** The paths in a state that the entry at the playhead changed; empty until state and entry are of the same position. */
function useChanged(shown: AppState | undefined): ChangedPaths {
  const moment = useStore(useStores().inspection, (state) => state.shown);
  return useMemo(() => {
    if (shown === undefined || moment?.run !== shown.run || moment.entry.index !== shown.at)
      return NOTHING_CHANGED;
    return changedPaths(moment.entry.changes, shown.app);
  }, [shown, moment]);
}
