import { useMemo, type JSX } from 'react';
import clsx from 'clsx';
import type { Report } from '../../preload/contract.ts';
import { entriesAt } from '../views/compare/places.ts';
import { RowDifferences } from '../views/compare/difference-table.tsx';
import { VerdictTable } from '../views/compare/verdict-table.tsx';
import { formatCount, formatEntries } from '../ui/format/numbers.ts';
import { AlignedLog } from './aligned-log.tsx';
import { EntryDetails } from './entry-details.tsx';
import { RunHead, RunNotes } from './run-head.tsx';
import { lengthOf, RunTimeline, Scrubber, usePlayhead } from './run-timeline.tsx';
import { SourceDifferences } from './source-differences.tsx';
import { StateDifferences } from './state-differences.tsx';
import styles from './report.module.css';
import compareStyles from '../views/compare/compare.module.css';

type ComparisonProps = Extract<Report, { readonly comparison: unknown }>;

/** Two runs side by side, from where they part. */
export function ComparisonReport({
  runs: [a, b],
  comparison,
  sources,
  program,
}: ComparisonProps): JSX.Element {
  const { rows, divergence } = comparison;
  const playhead = usePlayhead(rows.length, Math.max(0, divergence?.row ?? 0));
  const { at, seek } = playhead;
  const longest = Math.max(lengthOf(a), lengthOf(b));
  const reached = useMemo(() => entriesAt(rows, at), [rows, at]);
  const placeOf = (side: 'a' | 'b') => (index: number) => {
    seek(rows.findIndex((row) => row[side] === index));
  };
  return (
    <>
      <header className={clsx(styles.head, styles.two)}>
        <RunHead run={a.summary} letter="A" program={program} />
        <RunHead run={b.summary} letter="B" program={program} />
      </header>
      <main>
        <p
          className={clsx(
            compareStyles.divergence,
            styles.firstDifference,
            divergence === undefined && compareStyles.none,
          )}
        >
          {divergence === undefined ? (
            `No difference: ${formatEntries(rows.length)} are equal.`
          ) : (
            <span>
              <b>First divergence:</b> <bdi>{divergence.sentence}</bdi>
            </span>
          )}
        </p>
        <div className={styles.moves}>
          <RunTimeline
            run={a}
            label="Timeline of A"
            name="A"
            longest={longest}
            at={reached.a}
            onSeek={placeOf('a')}
          />
          <RunTimeline
            run={b}
            label="Timeline of B"
            name="B"
            longest={longest}
            at={reached.b}
            onSeek={placeOf('b')}
          />
          <Scrubber playhead={playhead} words={wordsOf(at, rows.length, reached)} />
        </div>
        <AlignedLog rows={rows} a={a.rows} b={b.rows} at={at} onSeek={seek} />
        <div className={styles.parts}>
          <section className={clsx(styles.part, styles.wide)} aria-label="Entry">
            <h2>Entry</h2>
            {rows[at] === undefined ? null : <RowDifferences {...rows[at]} />}
            <div className={styles.twoSides}>
              <EntryDetails run={a} at={reached.a} onSeek={placeOf('a')} />
              <EntryDetails run={b} at={reached.b} onSeek={placeOf('b')} />
            </div>
          </section>
          <StateDifferences a={a} b={b} ids={comparison.ids} at={reached} />
          <section className={clsx(styles.part, styles.wide)} aria-label="Verdicts">
            <h2>Verdicts</h2>
            <VerdictTable a={a.summary} b={b.summary} />
          </section>
          <SourceDifferences sources={sources} />
          <RunNotes label="Notes on A" notes={a.notes} onSeek={placeOf('a')} />
          <RunNotes label="Notes on B" notes={b.notes} onSeek={placeOf('b')} />
        </div>
      </main>
    </>
  );
}

const wordsOf = (at: number, count: number, { a, b }: { readonly a: number; readonly b: number }): string =>
  at < 0
    ? 'before the first'
    : `row ${formatCount(at)} of ${formatCount(count)}: A ${entryWord(a)}, B ${entryWord(b)}`;

const entryWord = (at: number): string => (at < 0 ? 'start' : `#${at}`);
