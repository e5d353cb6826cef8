import { useMemo, useState, type JSX } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { Report } from '../../preload/contract.ts';
import { entriesAt, nextDifference, placesShown } from '../compare/places.ts';
import { PairRow } from '../compare/pair-row.tsx';
import { RowDifferences } from '../compare/row-differences.tsx';
import { ROW_KINDS } from '../compare/row-kinds.ts';
import { VerdictTable } from '../compare/verdict-table.tsx';
import { Button } from '../elements/button.tsx';
import { Empty } from '../elements/empty.tsx';
import { Segments } from '../elements/segments.tsx';
import { formatCount, formatEntries } from '../format/amount.ts';
import { EntryDetails } from './entry-details.tsx';
import { RunHead } from './run-head.tsx';
import { RunNotes } from './run-notes.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { Scrubber } from './scrubber.tsx';
import { SourceDifferences } from './source-differences.tsx';
import { StateDifferences } from './state-differences.tsx';
import { usePlayhead } from './use-playhead.ts';
import { VirtualList } from './virtual-list.tsx';

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
  const [onlyDifferent, showOnly] = useState(false);
  const places = useMemo(() => placesShown(rows, onlyDifferent), [rows, onlyDifferent]);
  const { at, seek } = playhead;
  const reached = useMemo(() => entriesAt(rows, at), [rows, at]);
  const placeOf = (side: 'a' | 'b') => (index: number) => {
    seek(rows.findIndex((row) => row[side] === index));
  };
  return (
    <>
      <header className="report-head two">
        <RunHead run={a.summary} letter="A" program={program} />
        <RunHead run={b.summary} letter="B" program={program} />
      </header>
      <main>
        <p className={`divergence ${divergence === undefined ? 'none' : ''}`}>
          {divergence === undefined ? (
            `No difference: ${formatEntries(rows.length)} are equal.`
          ) : (
            <span>
              <b>First divergence:</b> <bdi>{divergence.sentence}</bdi>
            </span>
          )}
        </p>
        <div className="moves">
          <RunTimeline run={a} label="Timeline of A" name="A" at={reached.a} onSeek={placeOf('a')} />
          <RunTimeline run={b} label="Timeline of B" name="B" at={reached.b} onSeek={placeOf('b')} />
          <Scrubber playhead={playhead} words={wordsOf(at, rows.length, reached)} />
        </div>
        <section className="pair-list" aria-label="Aligned log">
          <header className="part-head">
            <h2>Log</h2>
            <Counts rows={rows} />
            <Segments
              label="Rows on show"
              choices={{ all: 'All rows', different: 'Differences' }}
              chosen={onlyDifferent ? 'different' : 'all'}
              onChoose={(chosen) => {
                showOnly(chosen === 'different');
              }}
            />
            <Button
              bare
              icon={ChevronUp}
              label="Previous difference"
              onClick={() => {
                seek(nextDifference(rows, at, -1));
              }}
            />
            <Button
              bare
              icon={ChevronDown}
              label="Next difference"
              onClick={() => {
                seek(nextDifference(rows, at, 1));
              }}
            />
          </header>
          {places.length === 0 ? (
            <Empty title="Nothing differs" />
          ) : (
            <VirtualList
              label="Aligned entries"
              className="pairs-rows"
              count={places.length}
              selected={places.indexOf(at)}
              idOf={(nth) => `pair-${places[nth]!}`}
              onSelect={(nth) => {
                seek(places[nth]!);
              }}
              row={(nth, top) => {
                const place = places[nth]!;
                const row = rows[place]!;
                return (
                  <PairRow
                    key={place}
                    {...{ place, row, top, selected: place === at }}
                    a={row.a === undefined ? undefined : a.rows[row.a]}
                    b={row.b === undefined ? undefined : b.rows[row.b]}
                    onSelect={() => {
                      seek(place);
                    }}
                  />
                );
              }}
            />
          )}
        </section>
        <div className="report-parts">
          <section className="report-part wide" aria-label="Entry">
            <h2>Entry</h2>
            {rows[at] === undefined ? null : <RowDifferences {...rows[at]} />}
            <div className="two-sides">
              <EntryDetails run={a} at={reached.a} onSeek={placeOf('a')} />
              <EntryDetails run={b} at={reached.b} onSeek={placeOf('b')} />
            </div>
          </section>
          <StateDifferences a={a} b={b} ids={comparison.ids} at={reached} />
          <section className="report-part wide" aria-label="Verdicts">
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

function Counts({ rows }: Pick<ComparisonProps['comparison'], 'rows'>): JSX.Element {
  return (
    <span className="compared-counts number">
      {Object.entries(ROW_KINDS).map(([kind, { sign, word }]) => {
        const count = rows.filter((row) => row.kind === kind).length;
        return count === 0 ? null : (
          <span key={kind} className={`sign-${kind}`}>
            {sign} {formatCount(count)} {word}
          </span>
        );
      })}
    </span>
  );
}
