import { useMemo, type JSX } from 'react';
import { useStore } from 'zustand';
import type { Probe, ProbeValue } from '../../preload/contract.ts';
import { Breakable } from '../elements/breakable.tsx';
import { isGap, probeName, valueWords } from '../format/probe.ts';
import { extentOf, type Extent } from '../probes/columns.ts';
import { Sparkline } from '../probes/sparkline.tsx';
import type { Compared, ComparisonState } from '../state/comparison.ts';
import { NO_SERIES, nthAt, type ProbeSeries } from '../state/probes.ts';
import { useBench } from '../state/use-bench.ts';
import { entriesAt, type Entries } from './places.ts';
import { isSame, partingRow } from './probes-part.ts';
import { entryWord, useEntries } from './use-entries.ts';
import { keyOf, useSeries } from './use-series.ts';

interface ProbeTableProps {
  readonly shown: Compared;
  readonly pair: NonNullable<ComparisonState['pair']>;
}

/** What every probe comes to in both runs: over all of them, at the row looked at, and where it first parts. */
export function ProbeTable({ shown, pair }: ProbeTableProps): JSX.Element {
  const list = useStore(useBench().probes, (state) => state.list);
  const series = useSeries(pair, shown, list);
  const entries = useEntries(shown);
  if (list.length === 0)
    return (
      <p className="details-note">
        None yet. What a probe (P) follows in one run is set against the other here.
      </p>
    );
  return (
    <table className="differences probe-differences" aria-label="Probes">
      <thead>
        <tr>
          <th scope="col">Probe</th>
          <th scope="col">Over A and B</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
          <th scope="col">Parts</th>
        </tr>
      </thead>
      <tbody>
        {list.map((probe) => (
          <ProbeLine
            key={probe.expression}
            {...{ probe, shown, entries }}
            a={series.get(keyOf(pair.a, probe)) ?? NO_SERIES}
            b={series.get(keyOf(pair.b, probe)) ?? NO_SERIES}
          />
        ))}
      </tbody>
    </table>
  );
}

interface ProbeLineProps {
  readonly probe: Probe;
  readonly shown: Compared;
  /** The entries that both runs have come to. */
  readonly entries: Entries;
  readonly a: ProbeSeries;
  readonly b: ProbeSeries;
}

function ProbeLine({ probe, shown, entries, a, b }: ProbeLineProps): JSX.Element {
  const [inA, inB] = [a.values[nthAt(a, entries.a)], b.values[nthAt(b, entries.b)]];
  // Drawn to one scale, so that the lines can be compared.
  const extent = useMemo(() => bothOf(extentOf(a), extentOf(b)), [a, b]);
  const longest = Math.max(shown.a.length, shown.b.length);
  return (
    <tr className={isSame(inA, inB) ? '' : 'differs'}>
      <th scope="row" title={probe.expression}>
        <Breakable name={probeName(probe)} />
      </th>
      <td className="probe-lines">
        <Sparkline series={a} count={longest} at={entries.a} extent={extent} />
        <Sparkline series={b} count={longest} at={entries.b} extent={extent} />
      </td>
      <Value value={inA} trouble={a.trouble} />
      <Value value={inB} trouble={b.trouble} />
      <td>
        <Parting shown={shown} a={a} b={b} />
      </td>
    </tr>
  );
}

interface ValueProps {
  readonly value: ProbeValue | undefined;
  readonly trouble: string | undefined;
}

function Value({ value, trouble }: ValueProps): JSX.Element {
  if (value === undefined) return <td className="value-none">{trouble ?? 'Looking…'}</td>;
  return <td className={isGap(value) ? 'value-none' : 'mono'}>{valueWords(value)}</td>;
}

/** Leads to the row after which the probe is no longer the same in both. */
function Parting({ shown, a, b }: Pick<ProbeLineProps, 'shown' | 'a' | 'b'>): JSX.Element | null {
  const { comparison } = useBench();
  const { rows } = shown.comparison;
  const [row, at] = useMemo(() => {
    const first = partingRow(rows, a, b);
    return [first, entriesAt(rows, first ?? -1)] as const;
  }, [rows, a, b]);
  const isKnown = a.next >= shown.a.length && b.next >= shown.b.length;
  if (row === undefined) return isKnown ? <>the same throughout</> : null;
  return (
    <button
      type="button"
      className="entry-link number"
      onClick={() => {
        comparison.setState({ at: row });
      }}
    >
      {entryWord(at.a)} of A, {entryWord(at.b)} of B
    </button>
  );
}

/** What two runs reach together. */
const bothOf = (a: Extent | undefined, b: Extent | undefined): Extent | undefined =>
  a === undefined || b === undefined ? (a ?? b) : [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
