import { area, line, scaleLinear } from 'd3';
import clsx from 'clsx';
import { Download } from 'lucide-react';
import { type JSX, type ReactNode, useRef } from 'react';
import {
  ASKER_LABELS,
  costsText,
  legible,
  type AttemptEstimates,
  type Estimate,
  type Histogram,
  type JobCounts,
  type RateBasis,
  ratesToShow,
  type RunMeasure,
  type SweepStatistics,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format/clock.ts';
import {
  formatCount,
  formatPercent,
  intervalText,
  ratedText,
  rateText,
  uncertaintyText,
} from '../../ui/format/numbers.ts';
import {
  besideText,
  contenderText,
  Difference,
  jobsText,
  nameOfJob,
  OutcomeBar,
  Reasons,
} from './sweep-lists.tsx';
import styles from './sweep-statistics.module.css';

interface SweepStatisticsViewProps {
  readonly statistics: SweepStatistics;
  readonly basis: RateBasis;
  /** Saves the picture `svg` of the charts named `chart`. */
  readonly onSave: (chart: string, svg: string) => void;
}

/** The agents of a sweep beside each other: rates, attempts, distributions, comparisons, and what explains failures. */
export function SweepStatisticsView({ statistics, basis, onSave }: SweepStatisticsViewProps): JSX.Element {
  const { contenders, factors, pairs, flaky, reasons } = statistics;
  const own = useRef<HTMLDivElement>(null);
  const measures = MEASURES.filter(({ measure }) => contenders.some((one) => one.histograms[measure]));
  const hasCosts = contenders.some(({ costs, userCosts }) => costs !== undefined || userCosts !== undefined);
  const hasAttempts = contenders.some(({ attempts }) => attempts.length > 1);
  const save = (chart: string): void => {
    const charts = [...own.current!.querySelectorAll<SVGSVGElement>(`svg[data-chart="${chart}"]`)];
    onSave(chart, pictureOf(charts));
  };
  return (
    <div ref={own} className={styles.statistics}>
      <Part title="Pass rates">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Agent</th>
              <ChartHead title="Pass rate, 95% CI" chart="rates" onSave={save} />
              {hasAttempts ? <ChartHead title="Passed in k attempts" chart="attempts" onSave={save} /> : null}
            </tr>
          </thead>
          <tbody>
            {contenders.map(({ name, counts, attempts }) => (
              <tr key={name}>
                <AgentHead name={name} counts={counts} />
                <td>
                  <RateChart name={contenderText(name)} counts={counts} basis={basis} />
                </td>
                {hasAttempts ? (
                  <td>
                    <AttemptsChart name={contenderText(name)} attempts={attempts} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </Part>
      {pairs.length === 0 ? null : (
        <Part title="Pairs of agents" about="Over the runs of the same scenario, seed and repeat.">
          <table className={styles.table}>
            <thead>
              <tr>
                {['Agents', 'Difference', 'Both passed', 'Neither'].map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {pairs.map((pair) => (
                <tr key={`${pair.first}/${pair.second}`}>
                  <th scope="row">
                    {contenderText(pair.first)} <span className={styles.soft}>and</span>{' '}
                    {contenderText(pair.second)}
                  </th>
                  <td className="number">
                    <Difference compared={pair} first="the first" second="the second" />
                  </td>
                  <td className="number">{formatCount(pair.both)}</td>
                  <td className="number">{formatCount(pair.neither)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {measures.length === 0 ? null : (
        <Part title="Calls, tokens and time">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Agent</th>
                {measures.map(({ measure, title }) => (
                  <ChartHead key={measure} title={title} chart={measure} onSave={save} />
                ))}
                {hasCosts ? <th scope="col">Model, all runs</th> : null}
              </tr>
            </thead>
            <tbody>
              {contenders.map(({ name, counts, histograms, costs, userCosts }) => (
                <tr key={name}>
                  <AgentHead name={name} counts={counts} />
                  {measures.map(({ measure, text }) => (
                    <td key={measure}>
                      <HistogramChart
                        chart={measure}
                        name={contenderText(name)}
                        histogram={histograms[measure]}
                        text={text}
                      />
                      <small className="number">{rangeText(histograms[measure], text)}</small>
                    </td>
                  ))}
                  {hasCosts ? (
                    <td className="number">
                      {costs === undefined ? '' : costsText(costs)}
                      {userCosts === undefined ? null : (
                        <div>
                          {ASKER_LABELS.user}: {costsText(userCosts)}
                        </div>
                      )}
                    </td>
                  ) : null}
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {factors.map(({ factor, values }) => (
        <Part key={factor} title={`By ${FACTOR_WORDS[factor as keyof typeof FACTOR_WORDS]}`}>
          <table className={styles.table}>
            <tbody>
              {values.map(({ value, counts }) => (
                <tr key={value}>
                  <th scope="row" title={legible(value)}>
                    {value === '' ? 'None' : value.replace(/^scenarios\//, '')}
                  </th>
                  <td>
                    <RateChart name={value} counts={counts} basis={basis} />
                  </td>
                  <td className={styles.wide}>
                    <OutcomeBar counts={counts} />
                    <small className="number">{besideText(counts)}</small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      ))}
      {flaky.length === 0 ? null : (
        <Part
          title="Flaky jobs"
          about="Jobs that passed in some repeats with the same seed and failed in others."
        >
          <ul className={styles.flaky}>
            {flaky.map((job) => (
              <li key={job.job}>{nameOfJob(job)}</li>
            ))}
          </ul>
        </Part>
      )}
      <Reasons reasons={reasons} />
    </div>
  );
}

const MEASURES: readonly {
  readonly measure: RunMeasure;
  readonly title: string;
  readonly text: (value: number) => string;
}[] = [
  { measure: 'calls', title: 'Agent’s calls', text: (value) => formatCount(value) },
  { measure: 'tokens', title: 'Tokens', text: (value) => formatCount(value) },
  { measure: 'seconds', title: 'Simulated time', text: (value) => formatSpan(value * 1e6) },
];

const FACTOR_WORDS = { task: 'scenario', variant: 'variant', settings: 'settings' } as const;

interface AgentHeadProps {
  readonly name: string;
  readonly counts: JobCounts;
}

/** The agent of a row, with what its jobs came to besides passed and failed. */
const AgentHead = ({ name, counts }: AgentHeadProps): JSX.Element => (
  <th scope="row" title={legible(name)}>
    {contenderText(name)}
    <OutcomeBar counts={counts} />
    <small className="number">
      {[jobsText(counts.jobs), besideText(counts)].filter((text) => text !== '').join(', ')}
    </small>
  </th>
);

interface PartProps {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

function Part({ title, about, children }: PartProps): JSX.Element {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {about === undefined ? null : <p className={styles.about}>{about}</p>}
      {children}
    </section>
  );
}

interface ChartHeadProps {
  readonly title: string;
  readonly chart: string;
  readonly onSave: (chart: string) => void;
}

function ChartHead({ title, chart, onSave }: ChartHeadProps): JSX.Element {
  return (
    <th scope="col">
      <span className={styles.chartHead}>
        {title}
        <Button
          bare
          icon={Download}
          label={`Save “${title}” as SVG`}
          onClick={() => {
            onSave(chart);
          }}
        />
      </span>
    </th>
  );
}

const WIDTH = 180;
const HEIGHT = 68;
const MARGIN = { top: 6, right: 8, bottom: 18, left: 8 };
const FLOOR = HEIGHT - MARGIN.bottom;

interface ChartProps {
  readonly chart: string;
  /** What is drawn, and of whom. */
  readonly label: string;
  readonly height?: number;
  readonly children: ReactNode;
}

function Chart({ chart, label, height = HEIGHT, children }: ChartProps): JSX.Element {
  return (
    <svg
      className={styles.chart}
      data-chart={chart}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} ${height}`}
      width={WIDTH}
      height={height}
    >
      <title>{label}</title>
      {children}
    </svg>
  );
}

const estimateText = ({ share, ...interval }: Estimate): string =>
  `${formatPercent(share)}, ${intervalText(interval)}`;

const rateScale = scaleLinear([0, 1], [MARGIN.left, WIDTH - 56]);
const RATE_HEIGHT = 28;

interface RateChartProps {
  readonly name: string;
  readonly counts: JobCounts;
  readonly basis: RateBasis;
}

/** A pass rate as a dot, with a line over its interval and the numbers of both below; then the rate on the other basis. */
function RateChart({ name, counts: { rates }, basis }: RateChartProps): JSX.Element {
  const [first, ...others] = ratesToShow(rates, basis).map((one) => ({
    ...one,
    text: `${rateText(one.rate)} of ${ratedText(one.rate, one.basis)}, ${uncertaintyText(one.rate)}`,
  }));
  if (first === undefined) return <span className={styles.soft}>–</span>;
  const { passed, of, low, high } = first.rate;
  const y = RATE_HEIGHT / 2;
  return (
    <>
      <Chart chart="rates" label={`${name}: ${first.text}`} height={RATE_HEIGHT}>
        <path className={styles.axis} d={`M${rateScale(0)} ${y}H${rateScale(1)}`} />
        {[0, 0.5, 1].map((tick) => (
          <path key={tick} className={styles.axis} d={`M${rateScale(tick)} ${y - 4}v8`} />
        ))}
        <path className={styles.interval} d={`M${rateScale(low)} ${y}H${rateScale(high)}`} />
        <circle className={styles.estimate} cx={rateScale(passed / of)} cy={y} r={4} />
        <text className={styles.value} x={WIDTH - 4} y={y + 4} textAnchor="end">
          {rateText(first.rate)}
        </text>
      </Chart>
      {[first, ...others].map(({ basis: one, text }) => (
        <small key={one} className={clsx(styles.numbers, 'number')}>
          {text}
        </small>
      ))}
    </>
  );
}

interface AttemptsChartProps {
  readonly name: string;
  readonly attempts: readonly AttemptEstimates[];
}

/** pass@k and pass^k over k, with their intervals. */
function AttemptsChart({ name, attempts }: AttemptsChartProps): JSX.Element {
  const last = attempts.at(-1);
  if (last === undefined) return <span className={styles.soft}>–</span>;
  const x = scaleLinear([1, Math.max(2, last.k)], [MARGIN.left, WIDTH - 50]);
  const y = scaleLinear([0, 1], [FLOOR, MARGIN.top]);
  const curves = [
    { className: styles.any, of: ({ any }: AttemptEstimates) => any },
    { className: styles.all, of: ({ all }: AttemptEstimates) => all },
  ];
  const near = Math.abs(last.any.share - last.all.share) < 0.25;
  const texts = [`pass@${last.k} ${estimateText(last.any)}`, `pass^${last.k} ${estimateText(last.all)}`];
  return (
    <>
      <Chart chart="attempts" label={`${name}: ${texts.join('; ')}`}>
        <path className={styles.axis} d={`M${x(1)} ${FLOOR}H${WIDTH - 50}`} />
        {curves.map(({ className, of }) => (
          <g key={className} className={className}>
            <path
              className={styles.band}
              d={
                area<AttemptEstimates>(
                  ({ k }) => x(k),
                  (one) => y(of(one).low),
                  (one) => y(of(one).high),
                )(attempts) ?? ''
              }
            />
            <path
              className={styles.curve}
              d={
                line<AttemptEstimates>(
                  ({ k }) => x(k),
                  (one) => y(of(one).share),
                )(attempts) ?? ''
              }
            />
            {attempts.map((one) => (
              <circle key={one.k} cx={x(one.k)} cy={y(of(one).share)} r={1.5} />
            ))}
          </g>
        ))}
        <text className={styles.value} x={WIDTH - 46} y={near ? MARGIN.top + 8 : y(last.any.share) + 4}>
          {`pass@k`}
        </text>
        <text className={styles.value} x={WIDTH - 46} y={near ? FLOOR - 2 : y(last.all.share) + 4}>
          {`pass^k`}
        </text>
        <text className={styles.tick} x={x(1)} y={HEIGHT - 3}>
          k = 1
        </text>
        <text className={styles.tick} x={x(last.k)} y={HEIGHT - 3} textAnchor="middle">
          {last.k}
        </text>
      </Chart>
      {texts.map((text) => (
        <small key={text} className={clsx(styles.numbers, 'number')}>
          {text}
        </small>
      ))}
    </>
  );
}

interface HistogramChartProps {
  readonly chart: string;
  readonly name: string;
  readonly histogram: Histogram | undefined;
  readonly text: (value: number) => string;
}

/** `2 to 14, median 5`; empty without a histogram. */
function rangeText(histogram: Histogram | undefined, text: (value: number) => string): string {
  if (histogram === undefined) return '';
  const { least, median, most } = histogram;
  return least === most
    ? `${text(least)} in every run`
    : `${text(least)} to ${text(most)}, median ${text(median)}`;
}

const PARTS = ['passed', 'failed', 'others'] as const;

/** How many runs have values in each range, by outcome, with the median. */
function HistogramChart({ chart, name, histogram, text }: HistogramChartProps): JSX.Element {
  if (histogram === undefined) return <span className={styles.soft}>–</span>;
  const { from, width, bins, median } = histogram;
  const to = from + width * bins.length;
  const x = scaleLinear([from, to], [MARGIN.left, WIDTH - MARGIN.right]);
  const highest = Math.max(...bins.map((bin) => bin.passed + bin.failed + bin.others));
  const y = scaleLinear([0, highest], [0, FLOOR - MARGIN.top]);
  return (
    <Chart chart={chart} label={`${name}: ${rangeText(histogram, text)}`}>
      {bins.map((bin, index) => {
        let top = FLOOR;
        return PARTS.map((part) => {
          top -= y(bin[part]);
          return bin[part] === 0 ? null : (
            <rect
              key={`${index} ${part}`}
              className={styles[part]}
              x={x(from + index * width) + 0.5}
              y={top}
              width={Math.min(24, x(from + width) - x(from) - 1)}
              height={y(bin[part])}
            />
          );
        });
      })}
      <path className={styles.axis} d={`M${MARGIN.left} ${FLOOR}H${WIDTH - MARGIN.right}`} />
      <path className={styles.median} d={`M${x(median)} ${FLOOR}v4`} />
      <text className={styles.tick} x={MARGIN.left} y={HEIGHT - 3}>
        {text(from)}
      </text>
      <text className={styles.tick} x={WIDTH - MARGIN.right} y={HEIGHT - 3} textAnchor="end">
        {text(to)}
      </text>
    </Chart>
  );
}

/** Properties that a picture without a stylesheet needs. */
const PROPERTIES = [
  ...(['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray'] as const),
  ...(['font-family', 'font-size', 'font-weight'] as const),
];
const TITLE_HEIGHT = 18;

/** The charts below each other under their labels, as one SVG that needs no stylesheet. */
function pictureOf(charts: readonly SVGSVGElement[]): string {
  const made = (name: string, attributes: Readonly<Record<string, string | number>>): SVGElement => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    return element;
  };
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  const heights = charts.map((chart) => chart.height.baseVal.value + TITLE_HEIGHT);
  const height = heights.reduce((sum, one) => sum + one, 0);
  const picture = made('svg', { viewBox: `0 0 ${PICTURE_WIDTH} ${height}`, width: PICTURE_WIDTH, height });
  picture.append(made('rect', { width: '100%', height: '100%', fill: backgroundColor }));
  let top = 0;
  for (const [index, chart] of charts.entries()) {
    const group = made('g', { transform: `translate(0 ${top + TITLE_HEIGHT})` });
    const title = made('text', {
      x: MARGIN.left,
      y: -5,
      fill: color,
      'font-family': fontFamily,
      'font-size': 11,
    });
    title.textContent = chart.getAttribute('aria-label');
    group.append(title);
    for (const child of chart.children) if (child.tagName !== 'title') group.append(withStyles(child));
    picture.append(group);
    top += heights[index]!;
  }
  return new XMLSerializer().serializeToString(picture);
}

const PICTURE_WIDTH = 420;

/** A copy of `element` whose styles are attributes. */
function withStyles(element: Element): Element {
  const copy = element.cloneNode(false) as Element;
  copy.removeAttribute('class');
  const computed = getComputedStyle(element);
  for (const property of PROPERTIES) copy.setAttribute(property, computed.getPropertyValue(property));
  for (const child of element.childNodes)
    copy.append(child instanceof Element ? withStyles(child) : child.cloneNode());
  return copy;
}
