import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { Maximize2, Minimize2, PanelsTopLeft } from 'lucide-react';
import type { DockTab } from '../../stores/panels.ts';
import { showDock } from '../../stores/panels.ts';
import { useStores, useShownRun } from '../../stores/use-stores.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { ContextMenu } from '../../ui/overlays/context-menu.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Tab, Tabs } from '../../ui/tabs.tsx';
import { Breakpoints } from '../../views/breakpoints/breakpoints-container.tsx';
import { FilterBar, Log } from '../../views/log/log-container.tsx';
import { Notes } from '../../views/notes/notes-container.tsx';
import { Probes } from '../../views/probes/probes-container.tsx';
import { Problems } from '../../views/problems/problems-container.tsx';
import { Queue } from '../../views/queue/queue-container.tsx';
import { Verdict } from '../../views/verdict/verdict-container.tsx';
import dockStyles from './dock.module.css';
import tabsStyles from '../../ui/tabs.module.css';

const PANEL = 'dock-panel';

const VIEWS = {
  log: Log,
  queue: Queue,
  breakpoints: Breakpoints,
  probes: Probes,
  notes: Notes,
  verdict: Verdict,
  problems: Problems,
} as const satisfies Record<DockTab, () => JSX.Element>;

/** The log, the verdict and the problems. */
export function Dock(): JSX.Element {
  const { panels, commands } = useStores();
  const maximized = useStore(panels, (state) => state.maximized);
  const shown = useStore(panels, ({ dock }) => dock);
  const tabs = useTabs();
  const View = VIEWS[shown];
  const head = (
    <>
      <ContextMenu
        label="Panel"
        items={() => [
          {
            label: maximized ? 'Restore panel' : 'Maximize panel',
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
        <div className={dockStyles.tabs}>
          <Tabs
            label="Log, verdict and problems"
            tabs={tabs}
            selected={shown}
            panel={PANEL}
            onSelect={(dock) => {
              showDock(panels, dock);
            }}
          />
        </div>
      </ContextMenu>
      {shown === 'log' ? <FilterBar /> : null}
      <Button
        bare
        className={dockStyles.maximize}
        icon={maximized ? Minimize2 : Maximize2}
        label={maximized ? 'Restore panel' : 'Maximize panel'}
        keys="Ctrl+J"
        onClick={() => {
          commands.run('panel.maximize');
        }}
      />
    </>
  );
  return (
    <Panel head={head} id={PANEL} role="tabpanel" label={tabs.find(({ id }) => id === shown)!.label}>
      <View />
    </Panel>
  );
}

function useTabs(): readonly Tab<DockTab>[] {
  const { problems, breakpoints, probes, notes } = useStores();
  const shortfalls = useShownRun()?.verdict?.shortfalls.length ?? 0;
  const wrong = useStore(problems, (state) => state.problems.length);
  const set = useStore(breakpoints, ({ list }) => list.filter(({ enabled }) => enabled).length);
  const probed = useStore(probes, ({ list }) => list.length);
  const written = useStore(notes, (state) => state.notes.length);
  const count = (number: number, bad: boolean): JSX.Element | null =>
    number === 0 ? null : (
      <span className={clsx(tabsStyles.count, 'number', bad && tabsStyles.bad)}>{formatCount(number)}</span>
    );
  return [
    { id: 'log', label: 'Log' },
    { id: 'queue', label: 'Queue' },
    { id: 'breakpoints', label: 'Breakpoints', mark: count(set, false) },
    { id: 'probes', label: 'Probes', mark: count(probed, false) },
    { id: 'notes', label: 'Notes', mark: count(written, false) },
    { id: 'verdict', label: 'Verdict', mark: count(shortfalls, true) },
    { id: 'problems', label: 'Problems', mark: count(wrong, true) },
  ];
}
