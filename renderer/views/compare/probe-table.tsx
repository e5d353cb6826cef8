import { type JSX, useMemo } from 'react';
import clsx from 'clsx';
import { legible, type ComparedRow } from '../../../engine/model/index.ts';
import type { Probe, ProbeValue } from '../../../preload/contract.ts';
import type { Compared } from '../../stores/comparison.ts';
import { type Extent, extentOf, nthAt, type ProbeSeries } from '../../ui/format/probe-series.ts';
import { isGap, probeName, valueWords } from '../../ui/format/words.ts';
import { Breakable } from '../../ui/text.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { type EntryPair, entriesAt, entryText } from './visible-rows.ts';
import styles from './compare.module.css';
import linksStyles from '../../ui/links.module.css';

/** Whether a probe has the same value in both, as far as known. */
const isSame = (one: ProbeValue | undefined, other: ProbeValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The first row after which a probe has different values in the two runs; `undefined` if there is none within the known values.
 * Linear in the rows.
 */
export function divergenceRow(
  rows: readonly ComparedRow[],
  a: ProbeSeries,
  b: ProbeSeries,
): number | undefined {
  const [inA, inB] = [new Reading(a), new Reading(b)];
  let isFirst = true;
  for (const [index, row] of rows.entries()) {
    // A moved entry is out of order on one side.
    if (row.kind === 'moved') continue;
    if (!isKnownAt(a, row.a) || !isKnownAt(b, row.b)) return undefined;
    const [news, others] = [inA.goTo(row.a), inB.goTo(row.b)];
    if ((isFirst || news || others) && !isSame(inA.value, inB.value)) return index;
    isFirst = false;
  }
  return undefined;
}

const isKnownAt = ({ next }: ProbeSeries, at = -1): boolean => at < next;

/** Reads a series from its start. */
class Reading {
  readonly #series: ProbeSeries;
  #nth = 0;

  constructor(series: ProbeSeries) {
    this.#series = series;
  }

  get value(): ProbeValue | undefined {
    return this.#series.values[this.#nth];
  }

  /** Moves on to entry `at`, if given. Returns whether the value changed. */
  goTo(at: number | undefined): boolean {
    const before = this.#nth;
    if (at !== undefined) while ((this.#series.entries[this.#nth + 1] ?? Infinity) <= at) this.#nth += 1;
    return this.#nth !== before;
  }
}

interface ProbeTableProps {
  readonly list: readonly Probe[];
  readonly shown: Compared;
  /** The current entry of each run at the selected row. */
  readonly entries: EntryPair;
  readonly seriesOf: (probe: Probe) => { readonly a: ProbeSeries; readonly b: ProbeSeries };
  readonly onSelect: (row: number) => void;
}

/** A table of the probes in both runs: series, values at the selected row, and first divergence. */
export function ProbeTable({ list, shown, entries, seriesOf, onSelect }: ProbeTableProps): JSX.Element {
  if (list.length === 0)
    return <p className={styles.detailsNote}>No probes yet. Press P on a value to see it in both runs.</p>;
  return (
    <table className={clsx(styles.differences, styles.probeDifferences)} aria-label="Probes">
      <thead>
        <tr>
          <th scope="col">Probe</th>
          <th scope="col">Values</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
          <th scope="col">First difference</th>
        </tr>
      </thead>
      <tbody>
        {list.map((probe) => (
          <ProbeLine key={probe.expression} {...{ probe, shown, entries, onSelect }} {...seriesOf(probe)} />
        ))}
      </tbody>
    </table>
  );
}

interface ProbeLineProps {
  readonly probe: Probe;
  readonly shown: Compared;
  /** The current entry of each run. */
  readonly entries: EntryPair;
  readonly a: ProbeSeries;
  readonly b: ProbeSeries;
  readonly onSelect: (row: number) => void;
}

function ProbeLine({ probe, shown, entries, a, b, onSelect }: ProbeLineProps): JSX.Element {
  const [inA, inB] = [a.values[nthAt(a, entries.a)], b.values[nthAt(b, entries.b)]];
  // Both use the same scale, so that the lines can be compared.
  const extent = useMemo(() => bothOf(extentOf(a), extentOf(b)), [a, b]);
  const longest = Math.max(shown.a.length, shown.b.length);
  return (
    <tr className={isSame(inA, inB) ? undefined : styles.differs}>
      <th scope="row" title={legible(probe.expression)}>
        <Breakable name={probeName(probe)} />
      </th>
      <td className={styles.probeLines}>
        <Sparkline series={a} count={longest} at={entries.a} extent={extent} />
        <Sparkline series={b} count={longest} at={entries.b} extent={extent} />
      </td>
      <Value value={inA} problem={a.problem} />
      <Value value={inB} problem={b.problem} />
      <td>
        <Divergence {...{ shown, a, b, onSelect }} />
      </td>
    </tr>
  );
}

interface ValueProps {
  readonly value: ProbeValue | undefined;
  readonly problem: string | undefined;
}

function Value({ value, problem }: ValueProps): JSX.Element {
  if (value === undefined) return <td className={styles['value-none']}>{problem ?? 'Evaluating…'}</td>;
  return <td className={isGap(value) ? styles['value-none'] : 'mono'}>{valueWords(value)}</td>;
}

type DivergenceProps = Pick<ProbeLineProps, 'shown' | 'a' | 'b' | 'onSelect'>;

/** A link to the row after which the probe differs between the runs. */
function Divergence({ shown, a, b, onSelect }: DivergenceProps): JSX.Element | null {
  const { rows } = shown.comparison;
  const [row, at] = useMemo(() => {
    const first = divergenceRow(rows, a, b);
    return [first, entriesAt(rows, first ?? -1)] as const;
  }, [rows, a, b]);
  const isKnown = a.next >= shown.a.length && b.next >= shown.b.length;
  if (row === undefined) return isKnown ? <>No difference</> : null;
  return (
    <button
      type="button"
      className={clsx(linksStyles.entryLink, 'number')}
      onClick={() => {
        onSelect(row);
      }}
    >
      {entryText(at.a)} of A, {entryText(at.b)} of B
    </button>
  );
}

/** The range that covers both runs. */
const bothOf = (a: Extent | undefined, b: Extent | undefined): Extent | undefined =>
  a === undefined || b === undefined ? (a ?? b) : [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
