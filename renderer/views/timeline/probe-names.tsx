import type { JSX } from 'react';
import { legible } from '../../../engine/model/index.ts';
import type { Probe } from '../../../preload/contract.ts';
import { type Extent, extentOf, NO_SERIES, type ProbeSeries } from '../../ui/format/probe-series.ts';
import { formatCount, formatDollars, formatNumber } from '../../ui/format/numbers.ts';
import { isGap, probeName } from '../../ui/format/words.ts';
import type { CostLane } from './layout/costs.ts';
import type { ProbeLane } from './layout/probes.ts';
import styles from './timeline.module.css';

const extents = new WeakMap<ProbeSeries, Extent | undefined>();

/** Whether a series has any value so far. A probe of an app that the run lacks has none. */
const hasValues = ({ next, values }: ProbeSeries): boolean =>
  next < 0 || values.some((value) => !isGap(value));

/** One lane for each probe that has values. Costs time only for values not yet seen. */
export const probeLanes = (
  list: readonly Probe[],
  series: ReadonlyMap<string, ProbeSeries>,
): readonly ProbeLane[] =>
  list.flatMap((probe) => {
    const of = series.get(probe.expression) ?? NO_SERIES;
    if (!hasValues(of)) return [];
    if (!extents.has(of)) extents.set(of, extentOf(of));
    return { name: probeName(probe), expression: probe.expression, series: of, extent: extents.get(of) };
  });

interface CostNameProps {
  readonly lane: CostLane;
  /** CSS px. */
  readonly height: number;
}

/** Name of the lane of what models cost, with the most tokens of an answer and the whole price. */
export const CostName = ({ lane: { most, sums, isPriced }, height }: CostNameProps): JSX.Element => (
  <div
    className={styles.probeLaneName}
    style={{ height }}
    title={`Bars: tokens of each answer, read and written. Line: ${isPriced ? 'dollars' : 'tokens'} so far.`}
  >
    <span>Tokens</span>
    <small className="number">
      up to {formatCount(most)}
      {isPriced ? ` · ${formatDollars(sums.at(-1)!)}` : ''}
    </small>
  </div>
);

interface ProbeNamesProps {
  readonly probes: readonly ProbeLane[];
  /** Height of each lane, CSS px. */
  readonly height: number;
}

/** Names of the probe lanes, with the smallest and largest value of numbers. */
export function ProbeNames({ probes, height }: ProbeNamesProps): JSX.Element {
  return (
    <>
      {probes.map(({ name, expression, extent }) => (
        <div key={expression} className={styles.probeLaneName} style={{ height }} title={legible(expression)}>
          <span className={name === expression ? styles.unnamed : undefined}>
            <bdi>{legible(name)}</bdi>
          </span>
          {extent === undefined ? null : (
            <small className="number">{extent.map(formatNumber).join(' to ')}</small>
          )}
        </div>
      ))}
    </>
  );
}
