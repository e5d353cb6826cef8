import { useEffect, useRef, type JSX } from 'react';
import { useStore } from 'zustand';
import { ActDialog } from '../act/act-dialog.tsx';
import { PlayBanner } from '../act/play-banner.tsx';
import { Comparison } from '../compare/comparison.tsx';
import { DropTarget } from '../drop/drop-target.tsx';
import { Message } from '../elements/message.tsx';
import { NewScenario } from '../explorer/new-scenario.tsx';
import { ReadOnlyBanner } from '../explorer/read-only-banner.tsx';
import { TrustBanner } from '../explorer/trust-banner.tsx';
import { ExportDialog } from '../export/export-dialog.tsx';
import { Explorer } from '../explorer/explorer.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { LogCommands } from '../log/log-commands.tsx';
import { Library } from '../library/library.tsx';
import { NoteCommands } from '../notes/note-commands.tsx';
import { ProbeCommands } from '../probes/probe-commands.tsx';
import { NoticeStack } from '../notices/notice-stack.tsx';
import { Palette } from '../palette/palette.tsx';
import { Settings } from '../settings/settings.tsx';
import { focusWithin } from '../shortcuts/next-panel.ts';
import { ShortcutSheet } from '../shortcuts/sheet.tsx';
import { WindowCommands } from '../shortcuts/window-commands.tsx';
import type { Memory } from '../state/memory.ts';
import { useCommand } from '../shortcuts/use-command.ts';
import { compareWithPrevious } from '../state/comparison.ts';
import { useBench } from '../state/use-bench.ts';
import { StatusBar } from '../status/status-bar.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { HitBanner } from '../title/hit-banner.tsx';
import { TitleBar } from '../title/title-bar.tsx';
import { Centre } from './centre.tsx';
import { Dock } from './dock.tsx';
import { FaultBoundary } from './fault-boundary.tsx';
import { Split } from './split.tsx';
import { VerifyCommand } from '../verdict/verification.tsx';
import './workbench.css';

const guarded = (part: string, content: JSX.Element): JSX.Element => (
  <FaultBoundary part={part}>{content}</FaultBoundary>
);

/** The window: explorer, code and apps, the entry at the playhead, the timeline and the log. */
export function Workbench({ memory }: { readonly memory: Memory }): JSX.Element {
  const bench = useBench();
  const trouble = useStore(bench.workspace, ({ view }) => view?.trouble);
  const comparing = useStore(bench.comparison, ({ pair }) => pair !== undefined);
  const browsing = useStore(bench.library, ({ open }) => open);
  useReturningFocus(!comparing && !browsing);
  useCommand('comparison.open', () => {
    void compareWithPrevious(bench);
  });
  const upper = (
    <Split
      id="upper"
      along="horizontal"
      memory={memory}
      parts={[
        { id: 'centre', least: '280px', content: guarded('Code and apps', <Centre />) },
        { id: 'inspector', size: '29%', least: '220px', content: guarded('The inspector', <Inspector />) },
      ]}
    />
  );
  const work = (
    <Split
      id="work"
      along="vertical"
      memory={memory}
      parts={[
        { id: 'upper', least: '160px', content: upper },
        { id: 'timeline', size: '25%', least: '96px', content: guarded('The timeline', <Timeline />) },
        { id: 'dock', size: '23%', least: '96px', content: guarded('The log', <Dock />) },
      ]}
    />
  );
  return (
    <div className="workbench">
      <TitleBar />
      <TrustBanner />
      <ReadOnlyBanner />
      <HitBanner />
      <PlayBanner />
      {trouble === undefined ? null : <Message text={trouble} />}
      <main className="workbench-main">
        <Split
          id="window"
          along="horizontal"
          memory={memory}
          parts={[
            {
              id: 'explorer',
              size: '248px',
              least: '160px',
              steady: true,
              content: (
                <div className="side-column">
                  {guarded('The explorer', <Explorer />)}
                  <NoticeStack />
                </div>
              ),
            },
            {
              id: 'work',
              least: '520px',
              content: comparing
                ? guarded('The comparison', <Comparison />)
                : browsing
                  ? guarded('The library', <Library />)
                  : work,
            },
          ]}
        />
      </main>
      <StatusBar />
      <WindowCommands />
      <LogCommands />
      <NoteCommands />
      <ProbeCommands />
      <Palette />
      <ShortcutSheet />
      <Settings />
      <NewScenario />
      <ExportDialog />
      <ActDialog />
      <VerifyCommand />
      <DropTarget />
    </div>
  );
}

/** What had the focus in front of the run has gone: whoever works by keys goes on in the log. */
function useReturningFocus(working: boolean): void {
  const before = useRef(working);
  useEffect(() => {
    const dock = document.querySelector('#dock-panel');
    if (working && !before.current && document.activeElement === document.body && dock !== null)
      focusWithin(dock);
    before.current = working;
  }, [working]);
}
