import { type JSX, useMemo } from 'react';
import type { ReportedRun } from '../../preload/contract.ts';
import { formatClock } from '../ui/format/clock.ts';
import { formatCount } from '../ui/format/numbers.ts';
import { AppStates } from './app-states.tsx';
import { EntryList } from './entry-list.tsx';
import { Replay } from './replay.ts';
import { RunHead, RunNotes, RunVerdict } from './run-head.tsx';
import { RunEntry, RunTimeline, Transport, usePlayhead } from './run-timeline.tsx';
import { NavigationContext } from '../ui/links.tsx';
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
