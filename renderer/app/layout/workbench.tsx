import { Bug } from 'lucide-react';
import { Component, type JSX, type ReactNode, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import clsx from 'clsx';
import { isTrajectory } from '../../../engine/model/index.ts';
import { compareWithPrevious, isComparing } from '../../stores/comparison.ts';
import { AREAS, isHidden, resetLayout } from '../../stores/panels.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { focusMainArea, focusWithin } from '../../ui/focus.ts';
import { Button } from '../../ui/button.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { forgetSizes, type Memory, Split } from '../../ui/split.tsx';
import { TooltipHost } from '../../ui/overlays/tooltip.tsx';
import { ToolCallDialog, PlayBanner } from '../../views/act/act-container.tsx';
import { HitBanner } from '../../views/breakpoints/breakpoints-container.tsx';
import { Comparison } from '../../views/compare/compare-container.tsx';
import {
  Explorer,
  NewScenario,
  ReadOnlyBanner,
  TrustBanner,
} from '../../views/explorer/explorer-container.tsx';
import { ExportDialog } from '../../views/export/export-container.tsx';
import { Inspector } from '../../views/inspector/inspector-container.tsx';
import { Library } from '../../views/library/library-container.tsx';
import { AllRunsSearch } from '../../views/search/search-container.tsx';
import { NewSweep, Sweeps } from '../../views/sweeps/sweeps-container.tsx';
import { LogCommands } from '../../views/log/log-container.tsx';
import { Models } from '../../views/models/models-container.tsx';
import { FirstRequest } from '../../views/requests/first-request-container.tsx';
import { NoteCommands } from '../../views/notes/notes-container.tsx';
import { PreviewBanner } from '../../views/preview/preview-container.tsx';
import { ProbeCommands } from '../../views/probes/probes-container.tsx';
import { Settings } from '../../views/settings/settings-container.tsx';
import { Timeline } from '../../views/timeline/timeline-container.tsx';
import { VerifyCommand } from '../../views/verdict/verdict-container.tsx';
import { Palette } from '../commands/palette.tsx';
import { ShortcutSheet } from '../commands/shortcut-sheet.tsx';
import { WindowCommands } from '../commands/window-commands.tsx';
import { NoticeStack } from '../notices.tsx';
import { StatusBar } from '../status-bar.tsx';
import { TitleBar } from '../title/title-bar.tsx';
import { DropTarget } from './drop-target.tsx';
import { Centre, Dock } from './panels.tsx';
import { WindowLinks } from './window-links.tsx';
import styles from './workbench.module.css';

const SPLITS = ['window', 'work', 'upper'];

const withinBoundary = (part: string, content: JSX.Element): JSX.Element => (
  <FaultBoundary part={part}>{content}</FaultBoundary>
);

/** The layout of the window: explorer, centre, inspector, timeline and dock. */
export function Workbench({ memory }: { readonly memory: Memory }): JSX.Element {
  const stores = useStores();
  const databaseProblem = useStore(stores.workspace, ({ view }) => view?.databaseProblem);
  const damage = useStore(stores.workspace, ({ view }) => view?.damage?.join(' '));
  const wereRunning = useStore(stores.workspace, ({ view }) => view?.wereRunning.join(', ') ?? '');
  const comparing = useStore(stores.comparison, isComparing);
  const browsing = useStore(stores.library, ({ open }) => open);
  const showsSweeps = useStore(stores.library, (library) => library.showsSweeps);
  const showsSearch = useStore(stores.library, (library) => library.showsSearch);
  useFrontFocus(
    comparing ? 'comparison' : browsing ? 'library' : showsSweeps ? 'sweeps' : showsSearch ? 'search' : 'run',
    isTrajectory(useShownRun()),
  );
  useCommand('comparison.open', () => {
    void compareWithPrevious(stores);
  });
  const maximized = useStore(stores.panels, (panels) => panels.maximized);
  const resets = useStore(stores.panels, (panels) => panels.resets);
  const isWriting = useStore(stores.panels, ({ messageForms }) => messageForms > 0);
  const hidden = useStore(
    stores.panels,
    useShallow((panels) => AREAS.filter((area) => isHidden(panels, area))),
  );
  useCommand('panel.reset', () => {
    for (const split of SPLITS) forgetSizes(memory, split);
    resetLayout(stores.panels);
  });
  const upper = (
    <Split
      id="upper"
      className={hidden.includes('inspector') ? styles.noInspector : undefined}
      along="horizontal"
      memory={memory}
      parts={[
        { id: 'centre', least: '280px', content: withinBoundary('Code and apps', <Centre />) },
        {
          id: 'inspector',
          size: '29%',
          least: '220px',
          content: withinBoundary('The inspector', <Inspector />),
        },
      ]}
    />
  );
  const work = (
    <Split
      id="work"
      className={clsx(
        maximized && styles.maximized,
        hidden.includes('timeline') && styles.noTimeline,
        isWriting && styles.writing,
        hidden.includes('dock') && styles.noDock,
      )}
      along="vertical"
      memory={memory}
      parts={[
        { id: 'upper', least: '10em', content: upper },
        {
          id: 'timeline',
          size: '25%',
          least: '10.9em',
          content: withinBoundary('The timeline', <Timeline />),
        },
        { id: 'dock', size: '23%', least: '11em', content: withinBoundary('The log', <Dock />) },
      ]}
    />
  );
  return (
    <WindowLinks>
      <div className={styles.workbench}>
        <TitleBar />
        <TrustBanner />
        <ReadOnlyBanner />
        <HitBanner />
        <PlayBanner />
        <PreviewBanner />
        {databaseProblem === undefined ? null : <Message text={databaseProblem} />}
        {damage === undefined ? null : <Message text={damage} />}
        {wereRunning === '' ? null : (
          <Message
            text={`Orrery crashed while ${wereRunning} ran. Its runs now use a separate process. Change this in the run options.`}
          />
        )}
        <main className={styles.main}>
          <Split
            key={resets}
            id="window"
            className={hidden.includes('explorer') ? styles.noExplorer : undefined}
            along="horizontal"
            memory={memory}
            parts={[
              {
                id: 'explorer',
                size: '248px',
                least: '160px',
                steady: true,
                content: (
                  <div className={styles.sideColumn}>
                    {withinBoundary('The explorer', <Explorer />)}
                    {hidden.includes('explorer') ? null : <NoticeStack />}
                  </div>
                ),
              },
              {
                id: 'work',
                least: '520px',
                content: comparing
                  ? withinBoundary('The comparison', <Comparison />)
                  : browsing
                    ? withinBoundary('The list of runs', <Library />)
                    : showsSweeps
                      ? withinBoundary('The sweeps', <Sweeps />)
                      : showsSearch
                        ? withinBoundary('The search', <AllRunsSearch />)
                        : work,
              },
            ]}
          />
        </main>
        {hidden.includes('explorer') ? <NoticeStack /> : null}
        <StatusBar />
        <WindowCommands />
        <LogCommands />
        <NoteCommands />
        <ProbeCommands />
        <Palette />
        <ShortcutSheet />
        <Settings />
        <Models />
        <FirstRequest />
        <NewScenario />
        <NewSweep />
        <ExportDialog />
        <ToolCallDialog />
        <VerifyCommand />
        <DropTarget />
        <TooltipHost />
      </div>
    </WindowLinks>
  );
}

/**
 * Moves the focus into the view that opens in front of the run. When that view closes and its focused element is gone, moves it to
 * the dock, or of a trajectory to the main area, where it is read.
 */
function useFrontFocus(front: 'comparison' | 'library' | 'sweeps' | 'search' | 'run', isRead: boolean): void {
  const before = useRef(front);
  useEffect(() => {
    if (front === before.current) return;
    before.current = front;
    const { activeElement } = document;
    const dock = document.querySelector('#dock-panel');
    if (front !== 'run') {
      if ((activeElement?.closest('#work') ?? null) === null)
        document.querySelector<HTMLElement>('#work [data-pane-body]')?.focus();
    } else if (activeElement !== document.body) return;
    else if (isRead) focusMainArea();
    else if (dock !== null) focusWithin(dock);
  }, [front, isRead]);
}

interface FaultBoundaryProps {
  /** Name of this part of the window, for the person. */
  readonly part: string;
  readonly children: ReactNode;
}

/** Confines a rendering error to one part of the window. */
class FaultBoundary extends Component<FaultBoundaryProps, { readonly error: Error | undefined }> {
  override state = { error: undefined as Error | undefined };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { part, children } = this.props;
    const { error } = this.state;
    if (error === undefined) return children;
    return (
      <Empty icon={Bug} title={`${part} cannot be shown: ${error.message}`}>
        Runs and files are not affected.
        <br />
        <Button
          label="Try again"
          onClick={() => {
            this.setState({ error: undefined });
          }}
        />
      </Empty>
    );
  }
}
