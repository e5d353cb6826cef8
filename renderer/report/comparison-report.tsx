import clsx from 'clsx';
import { type JSX, type ReactNode, useMemo } from 'react';
import { differencesBetween, IdMapping } from '../../engine/analysis/index.ts';
import type { AppSummary, Comparison, FileDifference, Hunk } from '../../engine/model/index.ts';
import type { Report } from '../../preload/contract.ts';
import { formatCount } from '../ui/format/numbers.ts';
import { Divergence, verdictsText } from '../views/compare/comparison.tsx';
import { RowDifferences, StateDifferences } from '../views/compare/difference-table.tsx';
import { PairRows } from '../views/compare/pair-row.tsx';
import { type EntryPair, entriesAt, waits } from '../views/compare/visible-rows.ts';
import { NavigationContext } from '../ui/links.tsx';
import { AlignedRows } from './aligned-rows.tsx';
import { Replay } from './replay.ts';
import styles from './report.module.css';
import { ReportedVerdicts } from './reported-verdicts.tsx';
import { RunHead, RunNotes } from './run-head.tsx';
import { lengthOf, RunEntry, RunTimeline, Transport, usePlayhead } from './run-timeline.tsx';

type Side = 'a' | 'b';

const LETTERS = { a: 'A', b: 'B' } as const satisfies Record<Side, string>;

type ComparisonProps = Extract<Report, { readonly comparison: unknown }>;

/** The report of a comparison of two runs, from their first divergence on. */
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
  const replays = useMemo(() => ({ a: new Replay(a), b: new Replay(b) }), [a, b]);
  const runs = [
    { side: 'a', run: a, replay: replays.a },
    { side: 'b', run: b, replay: replays.b },
  ] as const;
  const placeOf = (side: Side) => (index: number) => {
    seek(rows.findIndex((row) => row[side] === index));
  };
  /** Connects the links in `content` to the entries of one run. */
  const linked = (side: Side, content: ReactNode): JSX.Element => (
    <NavigationContext value={{ seek: placeOf(side) }}>{content}</NavigationContext>
  );
  return (
    <>
      <header className={clsx(styles.head, styles.two)}>
        <RunHead run={a.summary} letter="A" program={program} />
        <RunHead run={b.summary} letter="B" program={program} />
      </header>
      <main>
        <Divergence
          comparison={comparison}
          verdicts={verdictsText(a.summary, b.summary)}
          className={styles.firstDifference}
        />
        <div className={styles.moves}>
          {runs.map(({ side, run }) => (
            <RunTimeline
              key={side}
              run={run}
              label={`Playhead of ${LETTERS[side]}`}
              name={LETTERS[side]}
              longest={longest}
              at={reached[side]}
              playing={playhead.playing}
              onSeek={placeOf(side)}
            />
          ))}
          <Transport playhead={playhead} words={wordsOf(at, rows.length, reached)} />
        </div>
        <AlignedRows
          label="Aligned log"
          title="Log"
          {...{ rows, at }}
          onSelect={seek}
          isWaiting={waits(rows, { a: a.rows, b: b.rows })}
        >
          {(list) => <PairRows rows={rows} a={a.rows} b={b.rows} {...list} />}
        </AlignedRows>
        <div className={styles.parts}>
          <section className={clsx(styles.part, styles.wide)} aria-label="Entry">
            <h2>Entry</h2>
            {rows[at] === undefined ? null : <RowDifferences {...rows[at]} />}
            <div className={styles.twoSides}>
              {runs.map(({ side, run, replay }) => (
                <div key={side}>{linked(side, <RunEntry {...{ run, replay }} at={reached[side]} />)}</div>
              ))}
            </div>
          </section>
          <AppsAtRow apps={a.summary.apps} {...{ replays }} ids={comparison.ids} at={reached} />
          <ReportedVerdicts a={a} b={b} />
          <SourceDifferences sources={sources} />
          {linked('a', <RunNotes label="Notes on A" notes={a.notes} />)}
          {linked('b', <RunNotes label="Notes on B" notes={b.notes} />)}
        </div>
      </main>
    </>
  );
}

const wordsOf = (at: number, count: number, { a, b }: { readonly a: number; readonly b: number }): string =>
  at < 0
    ? 'before the first entry'
    : `row ${formatCount(at + 1)} of ${formatCount(count)}: A ${entryWord(a)}, B ${entryWord(b)}`;

const entryWord = (at: number): string => (at < 0 ? 'start' : `#${at}`);

interface AppsAtRowProps {
  /** Apps of run A. */
  readonly apps: readonly AppSummary[];
  readonly replays: { readonly a: Replay; readonly b: Replay };
  readonly ids: Comparison['ids'];
  /** The current entry of each run. */
  readonly at: EntryPair;
}

/** The apps' states side by side with their differences, except ids that are mapped to each other. */
function AppsAtRow({ apps, replays, ids, at }: AppsAtRowProps): JSX.Element {
  const mapping = useMemo(() => new IdMapping(ids), [ids]);
  const [inA, inB] = [replays.a.at(at.a), replays.b.at(at.b)];
  const same = (left: string, right: string): boolean => mapping.isSame(left, right);
  const compared = apps
    .filter(({ name }) => inB.has(name))
    .map(({ name }) => {
      const states = { a: inA.get(name)!, b: inB.get(name)! };
      const differences = differencesBetween(states.a, states.b, ids.length === 0 ? undefined : same);
      return { app: name, differences, states };
    });
  return (
    <section className={clsx(styles.part, styles.wide)} aria-label="App states">
      <h2>App states</h2>
      <StateDifferences apps={compared} entries={at} />
    </section>
  );
}

/** The line differences between the scenarios of both runs. */
function SourceDifferences({
  sources,
}: {
  readonly sources: readonly FileDifference[] | undefined;
}): JSX.Element | null {
  if (sources === undefined) return null;
  return (
    <section className={clsx(styles.part, styles.wide)} aria-label="Source">
      <h2>Source</h2>
      {sources.length === 0 ? <p className={styles.soft}>Both runs have the same source.</p> : null}
      {sources.map(({ path, hunks }) => (
        <table key={path} className={clsx(styles.sourceDifference, 'mono')} aria-label={`Source of ${path}`}>
          <caption>{path}</caption>
          {hunks.map((hunk) => (
            <tbody key={hunk.a}>
              {numbered(hunk).map(({ a, b, sign, text }, index) => (
                <tr key={index} className={SIGNS[sign]}>
                  <td className="number">{a}</td>
                  <td className="number">{b}</td>
                  <td className={styles.sign}>{sign}</td>
                  <td>
                    <bdi>{text}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      ))}
    </section>
  );
}

const SIGNS = { ' ': 'same', '-': styles.onlyA, '+': styles.onlyB } as const;

type Line = Hunk['lines'][number] & { readonly a: number | undefined; readonly b: number | undefined };

/** The lines of a hunk with their line numbers in each file. */
function numbered({ a, b, lines }: Hunk): readonly Line[] {
  let [atA, atB] = [a, b];
  return lines.map((line) => ({
    ...line,
    a: line.sign === '+' ? undefined : atA++,
    b: line.sign === '-' ? undefined : atB++,
  }));
}
