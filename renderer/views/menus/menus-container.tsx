import {
  Braces,
  CircleDot,
  Code,
  CornerLeftUp,
  CornerRightDown,
  Diff,
  FileDown,
  FolderOpen,
  GitBranchPlus,
  GitCompareArrows,
  Link,
  type LucideIcon,
  NotebookPen,
  Play,
  StepBack,
  StepForward,
  Trash2,
} from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import { useStore } from 'zustand';
import { isTrajectory, type RunId, type RunSummary } from '../../../engine/model/index.ts';
import { type CommandName, commandOf, keysOf, type Remapped } from '../../ui/commands.ts';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import type { MenuItem } from '../../ui/overlays/menu.tsx';
import type { AppStores } from '../../stores/app-stores.ts';
import { compareTwo, compareWithPrevious } from '../../stores/comparison.ts';
import { copyEntry } from '../../stores/inspection.ts';
import { beginNote } from '../../stores/notes.ts';
import { copyText } from '../../stores/notices.ts';
import { askForExport } from '../../stores/panels.ts';
import { eventLocation } from '../../stores/plan.ts';
import { isResumable, isActive } from '../../stores/runs.ts';
import { resumeInterrupted } from '../../stores/run-start.ts';
import { openRun } from '../../stores/run-opening.ts';
import { pausePlayback, seek } from '../../stores/selection.ts';
import { useShownRun, useStores } from '../../stores/use-stores.ts';
import { readRun, runOf } from '../../stores/workspace.ts';

interface EntryMenuProps {
  /** The entry clicked or focused; `undefined` if there is none. */
  readonly entryOf: (
    target: Element,
    spot: { readonly x: number; readonly y: number } | undefined,
  ) => number | undefined;
  readonly children: ReactNode;
}

/** The context menu of an entry, on right click, the menu key or Shift+F10; also moves the playhead there. */
export function EntryMenu({ entryOf, children }: EntryMenuProps): JSX.Element {
  const stores = useStores();
  const { selection, log, commands, preferences, places } = stores;
  const run = useShownRun();
  const remapped = useStore(preferences, ({ keys }) => keys) as Remapped;
  const command = (name: CommandName, icon: LucideIcon, can = true): MenuItem => ({
    label: commandOf(name).title,
    icon,
    keys: keysOf(name, remapped)[0],
    disabled: !can,
    onChoose: () => {
      commands.run(name);
    },
  });
  const items = (entry: number): readonly MenuItem[] => {
    const { rows } = log.getState();
    const row = rows[entry];
    if (run === undefined || row === undefined) return [];
    pausePlayback(selection);
    seek(selection, entry, rows.length);
    const recorded = run.mode === 'trace';
    const ofWorld: readonly MenuItem[] = [
      command('run.branch', GitBranchPlus),
      command('run.here', Play, !recorded),
      command('run.breakpoint', CircleDot, !recorded),
      'separator',
      command('playhead.source', Code, eventLocation(places.getState().places, row.event) !== undefined),
      command('playhead.cause', CornerLeftUp, row.causes.length > 0),
      command('playhead.effect', CornerRightDown),
    ];
    const ofTrajectory: readonly MenuItem[] = [
      command('playhead.nextOfTool', StepForward, row.tool !== undefined),
      command('playhead.previousOfTool', StepBack, row.tool !== undefined),
    ];
    return [
      ...(isTrajectory(run) ? ofTrajectory : ofWorld),
      command('playhead.hold', Diff),
      'separator',
      command('note.entry', NotebookPen),
      copyLink(stores, run.id, entry),
      {
        label: 'Copy as JSON',
        icon: Braces,
        onChoose: () => void copyEntry(stores, run.id, entry),
      },
    ];
  };
  return (
    <ContextMenu
      label="Entry"
      items={(target, spot) => {
        const entry = entryOf(target, spot);
        return entry === undefined ? [] : items(entry);
      }}
    >
      {children}
    </ContextMenu>
  );
}

/** Copies a link to a run, or to one of its entries, which can be pasted into "Go to". */
const copyLink = (stores: Pick<AppStores, 'notices'>, run: RunId, entry?: number): MenuItem => ({
  label: 'Copy link',
  icon: Link,
  onChoose: () => {
    copyText(stores, entry === undefined ? `orrery://${run}` : `orrery://${run}#${entry}`, 'Link');
  },
});

/** The run of `element`, or the current run of a focused list. */
function runUnder(element: Element): RunId | undefined {
  const active = element.getAttribute('aria-activedescendant');
  const line = active === null ? element : document.getElementById(active);
  return (line?.closest('[data-run]')?.getAttribute('data-run') as RunId | null | undefined) ?? undefined;
}

/** What the explorer or the library shows of run `id`. */
function listedRun(
  { library, workspace }: Pick<AppStores, 'library' | 'workspace'>,
  id: RunId,
): Pick<RunSummary, 'id' | 'state' | 'mode'> | undefined {
  const lines = library.getState().answer?.lines ?? [];
  return runOf(workspace.getState(), id) ?? lines.find(({ line }) => line.id === id)?.line;
}

interface RunMenuProps {
  /** Asks whether to delete a run. */
  readonly onDelete: (run: RunId) => void;
  readonly children: ReactNode;
}

/** The context menu of a run, on right click, the menu key or Shift+F10 in an element with `data-run`. */
export function RunMenu({ onDelete, children }: RunMenuProps): JSX.Element {
  const stores = useStores();
  const shown = useStore(stores.selection, ({ run }) => run);
  const items = (run: RunId): readonly MenuItem[] => [
    { label: `Open ${run}`, icon: FolderOpen, onChoose: () => void openRun(stores, run) },
    ...(isResumable(listedRun(stores, run))
      ? [{ label: `Resume ${run}`, icon: Play, onChoose: () => void resumeInterrupted(stores, run) }]
      : []),
    'separator',
    {
      label:
        shown === undefined || shown === run ? 'Compare with open run' : `Compare with open run ${shown}`,
      icon: GitCompareArrows,
      disabled: shown === undefined || shown === run,
      onChoose: () => {
        if (shown !== undefined) void compareTwo(stores, [shown, run]);
      },
    },
    {
      label: 'Compare with earlier run',
      icon: GitCompareArrows,
      onChoose: () => void compareWithPrevious(stores, run),
    },
    'separator',
    {
      label: 'Add note to run',
      icon: NotebookPen,
      onChoose: () =>
        void openRun(stores, run).then((isShown) => {
          if (isShown) beginNote(stores, { range: undefined, value: undefined });
        }),
    },
    copyLink(stores, run),
    {
      label: 'Copy as JSON',
      icon: Braces,
      onChoose: () =>
        void readRun(stores, run).then((summary) => {
          if (summary !== undefined) copyText(stores, JSON.stringify(summary, undefined, 2), run);
        }),
    },
    {
      label: 'Export run…',
      icon: FileDown,
      onChoose: () => {
        askForExport(stores.panels, run);
      },
    },
    'separator',
    {
      label: 'Delete run…',
      icon: Trash2,
      disabled: isActive(listedRun(stores, run)),
      onChoose: () => {
        onDelete(run);
      },
    },
  ];
  return (
    <ContextMenu
      label="Run"
      items={(target) => {
        const run = runUnder(target);
        return run === undefined ? [] : items(run);
      }}
    >
      {children}
    </ContextMenu>
  );
}
