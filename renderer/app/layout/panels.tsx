import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { ArrowDownToLine, ArrowUpToLine, Maximize2, Minimize2, PanelsTopLeft } from 'lucide-react';
import { isTrajectory } from '../../../engine/model/index.ts';
import { isDirty } from '../../stores/documents.ts';
import {
  canMove,
  movePanel,
  PANELS,
  type PanelName,
  panelsOf,
  showPanel,
  shownCentre,
  shownDock,
} from '../../stores/panels.ts';
import { useProblems, useStores, useShownRun } from '../../stores/use-stores.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { Apps } from '../../views/apps/apps-container.tsx';
import { Breakpoints } from '../../views/breakpoints/breakpoints-container.tsx';
import { Editor } from '../../views/editor/editor-container.tsx';
import { Graph } from '../../views/graph/graph-container.tsx';
import { FilterBar, Log } from '../../views/log/log-container.tsx';
import { Notes } from '../../views/notes/notes-container.tsx';
import { Probes } from '../../views/probes/probes-container.tsx';
import { Problems } from '../../views/problems/problems-container.tsx';
import { Queue } from '../../views/queue/queue-container.tsx';
import { Transcript } from '../../views/transcript/transcript-container.tsx';
import { Verdict } from '../../views/verdict/verdict-container.tsx';
import styles from './panels.module.css';
import tabsStyles from '../../ui/tabs.module.css';

/** The editor stays mounted, hidden or not. */
const VIEWS: Readonly<Record<Exclude<PanelName, 'code'>, () => JSX.Element>> = {
  graph: Graph,
  apps: Apps,
  transcript: Transcript,
  verdict: Verdict,
  queue: Queue,
  log: Log,
  breakpoints: Breakpoints,
  probes: Probes,
  notes: Notes,
  problems: Problems,
};

const CENTRE = 'centre-panel';
const DOCK = 'dock-panel';

/** The main area: source code, event graph, apps and the other panels there. */
export function Centre(): JSX.Element {
  const { panels } = useStores();
  const isRead = isTrajectory(useShownRun());
  const shown = useStore(panels, (state) => shownCentre(state, isRead));
  const main = useStore(panels, (state) => state.main);
  const tabs = useTabs(panelsOf(main, isRead));
  const View = shown === 'code' ? undefined : VIEWS[shown];
  return (
    <Panel
      head={<PanelTabs label="Main area" tabs={tabs} shown={shown} panel={CENTRE} />}
      id={CENTRE}
      role="tabpanel"
      label={labelOf(tabs, shown)}
    >
      {/* The editor stays mounted but hidden, to keep its state. */}
      <div className={styles.stacked} hidden={shown !== 'code'}>
        <Editor />
      </div>
      {View === undefined ? null : <View />}
    </Panel>
  );
}

/** The bottom area: the log and the other panels there. */
export function Dock(): JSX.Element {
  const { panels, commands } = useStores();
  const isRead = isTrajectory(useShownRun());
  const shown = useStore(panels, (state) => shownDock(state, isRead));
  const main = useStore(panels, (state) => state.main);
  const maximized = useStore(panels, (state) => state.maximized);
  const tabs = useTabs(
    panelsOf(
      PANELS.filter((panel) => !main.includes(panel)),
      isRead,
    ),
  );
  const View = shown === 'code' ? Log : VIEWS[shown];
  const head = (
    <>
      <PanelTabs label="Bottom panel" tabs={tabs} shown={shown} panel={DOCK} />
      {shown === 'log' ? <FilterBar /> : null}
      <Button
        bare
        className={styles.maximize}
        icon={maximized ? Minimize2 : Maximize2}
        label={maximized ? 'Restore panel' : 'Maximize panel'}
        command="panel.maximize"
        onClick={() => {
          commands.run('panel.maximize');
        }}
      />
    </>
  );
  return (
    <Panel head={head} id={DOCK} role="tabpanel" label={labelOf(tabs, shown)}>
      <View />
    </Panel>
  );
}

interface PanelTabsProps {
  readonly label: string;
  readonly tabs: readonly Tab<PanelName>[];
  readonly shown: PanelName;
  readonly panel: typeof CENTRE | typeof DOCK;
}

/** The tabs of an area, with a menu for the shown panel. */
function PanelTabs({ label, tabs, shown, panel }: PanelTabsProps): JSX.Element {
  const { panels, commands } = useStores();
  const maximized = useStore(panels, (state) => state.maximized);
  const up = panel === DOCK;
  return (
    <ContextMenu
      label="Panel"
      items={() => [
        ...(canMove(shown)
          ? [
              {
                label: up
                  ? `Move ${labelOf(tabs, shown)} to main area`
                  : `Move ${labelOf(tabs, shown)} to bottom panel`,
                icon: up ? ArrowUpToLine : ArrowDownToLine,
                onChoose: () => {
                  movePanel(panels, shown);
                },
              },
            ]
          : []),
        {
          label: maximized ? 'Restore bottom panel' : 'Maximize bottom panel',
          icon: maximized ? Minimize2 : Maximize2,
          keys: 'Ctrl+J',
          onChoose: () => {
            commands.run('panel.maximize');
          },
        },
        {
          label: 'Reset layout',
          icon: PanelsTopLeft,
          onChoose: () => {
            commands.run('panel.reset');
          },
        },
      ]}
    >
      <div className={styles.tabs}>
        <Tabs
          label={label}
          tabs={tabs}
          selected={shown}
          panel={panel}
          onSelect={(tab) => {
            showPanel(panels, tab);
          }}
        />
      </div>
    </ContextMenu>
  );
}

const labelOf = (tabs: readonly Tab<PanelName>[], panel: PanelName): string =>
  tabs.find(({ id }) => id === panel)!.label;

const LABELS = {
  code: 'Code',
  graph: 'Graph',
  apps: 'Apps',
  transcript: 'Transcript',
  verdict: 'Verdict',
  queue: 'Queue',
  log: 'Log',
  breakpoints: 'Breakpoints',
  probes: 'Probes',
  notes: 'Notes',
  problems: 'Problems',
} as const satisfies Record<PanelName, string>;

/** The tabs of `names`, with their counts. */
function useTabs(names: readonly PanelName[]): readonly Tab<PanelName>[] {
  const { documents, breakpoints, probes, notes } = useStores();
  const shortfalls = useShownRun()?.verdict?.shortfalls.length ?? 0;
  const wrong = useProblems().length;
  const set = useStore(breakpoints, ({ list }) => list.filter(({ enabled }) => enabled).length);
  const probed = useStore(probes, ({ list }) => list.length);
  const written = useStore(notes, (state) => state.notes.length);
  const dirty = useStore(documents, (state) => isDirty(state, state.open));
  const count = (number: number, bad = false): JSX.Element | null =>
    number === 0 ? null : (
      <span className={clsx(tabsStyles.count, 'number', bad && tabsStyles.bad)}>{formatCount(number)}</span>
    );
  const marks: Partial<Record<PanelName, JSX.Element | null>> = {
    code: dirty ? <span className={clsx(tabsStyles.dot, tabsStyles.dirty)} title="Unsaved changes" /> : null,
    breakpoints: count(set),
    probes: count(probed),
    notes: count(written),
    verdict: count(shortfalls, true),
    problems: count(wrong, true),
  };
  return names.map((id) => ({ id, label: LABELS[id], mark: marks[id] }));
}
