import { type JSX, useMemo } from 'react';
import {
  type Column,
  columnsOf,
  type Extent,
  extentOf,
  type ProbeSeries,
  streaksOf,
  probeTone,
} from './format/probe-series.ts';
import { isGap } from './format/words.ts';
import styles from './sparkline.module.css';

const WIDTH = 120;
const HEIGHT = 20;
const MARGIN = 2;

interface SparklineProps {
  readonly series: ProbeSeries;
  /** Number of entries of the run. */
  readonly count: number;
  readonly at: number;
  /** Smallest and largest value of the scale; by default those of the series. */
  readonly extent?: Extent | undefined;
}

/** A series over the whole run, as small as a word, with the playhead. */
export function Sparkline({ series, count, at, extent: given }: SparklineProps): JSX.Element {
  const columns = useMemo(
    () => columnsOf(series, WIDTH, (column) => Math.floor(((column + 1) / WIDTH) * count) - 1),
    [series, count],
  );
  const own = useMemo(() => extentOf(series), [series]);
  const extent = own && (given ?? own);
  const x = ((at + 1) / Math.max(1, count)) * (WIDTH - 1);
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden
    >
      {extent === undefined ? (
        <Bands series={series} columns={columns} />
      ) : (
        <path className={styles.line} d={lineOf(series, columns, extent)} />
      )}
      <path className={styles.moment} d={`M${x.toFixed(1)} 0V${HEIGHT}`} />
    </svg>
  );
}

function Bands({
  series,
  columns,
}: {
  readonly series: ProbeSeries;
  readonly columns: readonly Column[];
}): JSX.Element {
  return (
    <>
      {streaksOf(columns).map(({ from, to, nth }) => {
        const value = series.values[nth];
        return value === undefined || isGap(value) ? null : (
          <rect
            key={from}
            className={styles.band}
            data-tone={probeTone(value)}
            x={from}
            y={5}
            width={to - from}
            height={HEIGHT - 10}
          />
        );
      })}
    </>
  );
}

/** The SVG path of a series: in each column its last number and a vertical line over its range. */
function lineOf(
  { values }: ProbeSeries,
  columns: readonly Column[],
  [least, most]: readonly [number, number],
): string {
  const room = HEIGHT - 2 * MARGIN;
  const y = (value: number): string =>
    (HEIGHT - MARGIN - (most === least ? 0.5 : (value - least) / (most - least)) * room).toFixed(1);
  return columns
    .map(({ nth, low, high }, index) => {
      const value = values[nth];
      const reach = high > low ? `M${index} ${y(low)}V${y(high)}` : '';
      return typeof value === 'number' ? `${reach}M${index} ${y(value)}h1` : reach;
    })
    .join('');
}
