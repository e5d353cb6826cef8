import { type JSX, useMemo, useState } from 'react';
import { type AppName, isJsonObject, type Json } from '../../engine/model/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { formatClock } from '../ui/format/clock.ts';
import { formatCount } from '../ui/format/numbers.ts';
import { changedPaths } from '../ui/json/changed.tsx';
import { NavigationContext } from '../ui/links.tsx';
import { Segments } from '../ui/segments.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { usePrinting } from '../ui/virtual-list.tsx';
import { hasView, StateView } from '../views/apps/state-view.tsx';
import { EntryList } from './entry-list.tsx';
import { Replay } from './replay.ts';
import { RunHead, RunNotes, RunVerdict } from './run-head.tsx';
import { RunEntry, RunTimeline, Transport, usePlayhead } from './run-timeline.tsx';
import tabsStyles from '../ui/tabs.module.css';
import styles from './report.module.css';

/** The report of a run: its log and the apps' states at each entry, with a playhead. */
export function RunReport({
  run,
  program,
}: {
  readonly run: ReportedRun;
  readonly program: string;
}): JSX.Element {
  const { rows, summary } = run;
  const playhead = usePlayhead(rows.length, rows.length - 1);
  const replay = useMemo(() => new Replay(run), [run]);
  const { at, seek } = playhead;
  const row = rows[at];
  const words =
    row === undefined
      ? 'before the first entry'
      : `#${at} of ${formatCount(rows.length)}, ${formatClock(row.time)}`;
  return (
    <NavigationContext value={{ seek }}>
      <header className={styles.head}>
        <RunHead run={summary} program={program} />
      </header>
      <main>
        <div className={styles.moves}>
          <RunTimeline {...{ run, at }} playing={playhead.playing} label="Playhead" onSeek={seek} />
          <Transport playhead={playhead} words={words} />
        </div>
        <div className={styles.columns}>
          <EntryList run={run} at={at} onSeek={seek} />
          <section className={styles.entryPart} aria-label="Entry" tabIndex={0}>
            <RunEntry {...{ run, replay, at }} />
          </section>
          <AppStates run={run} replay={replay} at={at} />
        </div>
        <div className={styles.parts}>
          <RunVerdict run={summary} judgement={run.judgement} at={at} onSeek={seek} />
          <RunNotes label="Notes" notes={run.notes} />
        </div>
      </main>
    </NavigationContext>
  );
}

interface AppStatesProps {
  readonly run: ReportedRun;
  readonly replay: Replay;
  readonly at: number;
}

/**
 * The apps right after an entry, in their own views, with its changes marked. Shows the app written last until the reader picks
 * one. On paper, where nothing can be opened, shows the whole state.
 */
function AppStates({ run, replay, at }: AppStatesProps): JSX.Element {
  const { apps } = run.summary;
  const [picked, pick] = useState<AppName>();
  const [raw, setRaw] = useState(false);
  const printing = usePrinting();
  const changes = run.entries[at]?.changes ?? [];
  const name = picked ?? writtenLast(run, at) ?? apps[0]?.name;
  const app = apps.find((one) => one.name === name);
  const state = app === undefined ? undefined : replay.at(at).get(app.name);
  return (
    <section className={styles.appStates} aria-label="App states">
      <header className={styles.partHead}>
        <h2>Apps</h2>
        <Tabs
          label="Apps"
          panel="report-app"
          selected={app?.name}
          onSelect={pick}
          tabs={apps.map(({ name, class: title }) => ({
            id: name,
            label: name,
            title,
            mark: changes.some((change) => change.app === name) ? (
              <span className={tabsStyles.dot} role="img" aria-label="changed" />
            ) : null,
          }))}
        />
        {app === undefined || !hasView(app.class) ? null : (
          <Segments
            label="Format"
            choices={{ view: 'View', raw: 'Raw' }}
            chosen={raw ? 'raw' : 'view'}
            onChoose={(id) => {
              setRaw(id === 'raw');
            }}
          />
        )}
      </header>
      <div
        id="report-app"
        className={styles.appState}
        role="tabpanel"
        aria-label={app?.name ?? 'No app'}
        tabIndex={0}
      >
        {app === undefined || state === undefined ? (
          <p className={styles.entryNone}>This run has no apps.</p>
        ) : (
          <StateView
            key={app.name}
            className={app.class}
            state={newObject(state)}
            changed={changedPaths(changes, app.name)}
            raw={raw || printing}
          />
        )}
      </div>
    </section>
  );
}

/** The replay updates its objects in place. A memoizing view needs a new object to see the change. */
const newObject = (state: Json): Json => (isJsonObject(state) ? { ...state } : state);

function writtenLast({ entries }: ReportedRun, at: number): AppName | undefined {
  for (let index = at; index >= 0; index--) {
    const change = entries[index]?.changes[0];
    if (change !== undefined) return change.app;
  }
  return undefined;
}
