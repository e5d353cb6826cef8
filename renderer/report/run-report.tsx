import { type JSX, useMemo } from 'react';
import type { ReportedRun } from '../../preload/contract.ts';
import { formatClock } from '../ui/format/clock.ts';
import { formatCount } from '../ui/format/numbers.ts';
import { AppStates } from './app-states.tsx';
import { EntryDetails } from './entry-details.tsx';
import { EntryList } from './entry-list.tsx';
import { Replay } from './replay.ts';
import { RunHead, RunNotes, RunVerdict } from './run-head.tsx';
import { RunTimeline, Scrubber, usePlayhead } from './run-timeline.tsx';
import styles from './report.module.css';

/** A run to scrub through: what happened, and the apps' states at each entry. */
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
      ? 'before the first'
      : `#${formatCount(at)} of ${formatCount(rows.length)}, ${formatClock(row.time)}`;
  return (
    <>
      <header className={styles.head}>
        <RunHead run={summary} program={program} />
      </header>
      <main>
        <div className={styles.moves}>
          <RunTimeline run={run} label="Timeline" at={at} onSeek={seek} />
          <Scrubber playhead={playhead} words={words} />
        </div>
        <div className={styles.columns}>
          <EntryList run={run} at={at} onSeek={seek} />
          <section className={styles.entryPart} aria-label="Entry" tabIndex={0}>
            <EntryDetails run={run} at={at} onSeek={seek} />
          </section>
          <AppStates run={run} replay={replay} at={at} />
        </div>
        <div className={styles.parts}>
          <RunVerdict run={summary} onSeek={seek} />
          <RunNotes label="Notes" notes={run.notes} onSeek={seek} />
        </div>
      </main>
    </>
  );
}
