import {
  ArrowRight,
  CircleCheck,
  CircleDashed,
  CircleDotDashed,
  CirclePlay,
  CircleStop,
  CircleX,
  FileX,
  GitCompareArrows,
  type LucideIcon,
  Timer,
  TriangleAlert,
  Unplug,
} from 'lucide-react';
import { type JSX, useEffect } from 'react';
import clsx from 'clsx';
import {
  type CorrectedComparison,
  countedAs,
  differenceWords,
  type GridFactor,
  type GridFactors,
  type JobCounts,
  type JobOutcome,
  type JobResult,
  legible,
  type PickedCell,
  type RateBasis,
  ratesToShow,
  plural,
} from '../../../engine/model/index.ts';
import type { ComparedSweeps, SweepJobs, SweepLine } from '../../../preload/contract.ts';
import { Button } from '../../ui/button.tsx';
import { formatSpan } from '../../ui/format/clock.ts';
import {
  distinctText,
  formatCount,
  formatEntries,
  pValueText,
  ratedText,
  rateText,
  uncertaintyText,
} from '../../ui/format/numbers.ts';
import { MODE_WORDS, RESULT_WORDS } from '../../ui/format/words.ts';
import { rowHeightStyle } from '../../ui/virtual-list.tsx';
import { useRowHeight, useScroller } from '../../ui/virtual-window.ts';
import { HoverText } from '../../ui/text.tsx';
import styles from './sweeps.module.css';

/** Label and icon of each job outcome. */
export const OUTCOMES = {
  passed: { icon: CircleCheck, words: RESULT_WORDS.passed },
  failed: { icon: CircleX, words: RESULT_WORDS.failed },
  'not-judged': { icon: CircleDashed, words: RESULT_WORDS['not-judged'] },
  crashed: { icon: Unplug, words: RESULT_WORDS.crashed },
  'timed-out': { icon: Timer, words: RESULT_WORDS['timed-out'] },
  interrupted: { icon: TriangleAlert, words: RESULT_WORDS.interrupted },
  lost: { icon: FileX, words: 'Ended without a run' },
  stopped: { icon: CircleStop, words: RESULT_WORDS.stopped },
  missing: { icon: CircleDotDashed, words: 'Not run yet' },
} as const satisfies Record<JobOutcome, { icon: LucideIcon; words: string }>;

const NAMES = Object.keys(OUTCOMES) as readonly JobOutcome[];

/** The counts besides passed and failed, such as `2 crashed, 1 not run`. */
export const besideText = ({ outcomes }: JobCounts): string =>
  NAMES.flatMap((outcome) => {
    const count = outcomes[outcome] ?? 0;
    if (count === 0 || outcome === 'passed' || outcome === 'failed') return [];
    return [`${formatCount(count)} ${OUTCOMES[outcome].words.toLowerCase()}`];
  }).join(', ');

export const jobsText = (count: number): string => plural(count, 'job');

/** An outcome as icon and label. */
export function Outcome({ outcome }: { readonly outcome: JobOutcome }): JSX.Element {
  const { icon: Icon, words } = OUTCOMES[outcome];
  return (
    <span className={clsx(styles.outcome, styles[outcome])}>
      <Icon aria-hidden />
      {words}
    </span>
  );
}

const foundIn = ({ outcomes }: JobCounts): readonly JobOutcome[] =>
  NAMES.filter((outcome) => (outcomes[outcome] ?? 0) > 0);

/** The outcomes of jobs as parts of a bar. */
export function OutcomeBar({ counts }: { readonly counts: JobCounts }): JSX.Element {
  return (
    <div className={styles.bar} aria-hidden>
      {foundIn(counts).map((outcome) => (
        <i key={outcome} className={styles[outcome]} style={{ flexGrow: counts.outcomes[outcome] }} />
      ))}
    </div>
  );
}

interface CountsProps {
  readonly counts: JobCounts;
  readonly basis: RateBasis;
}

/** The outcomes of a sweep's jobs, as a bar and in numbers, with their pass rates. */
export function Counts({ counts, basis }: CountsProps): JSX.Element {
  const { jobs, outcomes, rates } = counts;
  return (
    <div className={styles.counts}>
      <OutcomeBar counts={counts} />
      <ul className={styles.legend} aria-label="Jobs by outcome">
        <li className="number">{jobsText(jobs)}</li>
        {foundIn(counts).map((outcome) => {
          const { icon: Icon, words } = OUTCOMES[outcome];
          return (
            <li key={outcome} className={clsx(styles.outcome, styles[outcome], 'number')}>
              <Icon aria-hidden />
              {formatCount(outcomes[outcome]!)} {words.toLowerCase()}
            </li>
          );
        })}
        <li
          className={clsx(styles.rates, 'number')}
          title="Pass rates with 95% confidence intervals (Wilson). Runs with equal logs are one observation."
        >
          {ratesToShow(rates, basis).map(({ basis: of, rate }) => (
            <span key={of}>
              <b>{rateText(rate)}</b> of {ratedText(rate, of)} passed; {uncertaintyText(rate)}
            </span>
          ))}
        </li>
      </ul>
    </div>
  );
}

const STATES = {
  running: { icon: CirclePlay, words: 'Running' },
  stopped: { icon: CircleStop, words: 'Stopped' },
  completed: { icon: CircleCheck, words: 'Completed' },
} as const satisfies Record<SweepLine['state'], { icon: LucideIcon; words: string }>;

interface SweepStateProps {
  readonly state: SweepLine['state'];
  /** Whether another process runs it. */
  readonly elsewhere: boolean;
}

/** The state of a sweep. Its counts say how far it is. */
export function SweepState({ state, elsewhere }: SweepStateProps): JSX.Element {
  const { icon: Icon, words } = STATES[state];
  return (
    <span className={clsx(styles.state, styles[state])} role="status">
      <Icon aria-hidden />
      {elsewhere ? 'Running in a terminal' : words}
    </span>
  );
}

interface SweepListProps {
  readonly sweeps: readonly SweepLine[];
  readonly basis: RateBasis;
  readonly onShow: (path: string) => void;
}

/** All sweeps of the workspace. */
export function SweepList({ sweeps, basis, onShow }: SweepListProps): JSX.Element {
  return (
    <ul className={styles.list} aria-label="Sweeps">
      {sweeps.map((sweep) => (
        <li key={sweep.path}>
          <button
            type="button"
            onClick={() => {
              onShow(sweep.path);
            }}
          >
            <span className={styles.listHead}>
              <b>{legible(sweep.name)}</b>
              <SweepState {...sweep} />
            </span>
            <span className={styles.about}>
              {namesOrCount(sweep.scenarios.map(scenarioText), 'scenario')} ·{' '}
              {namesOrCount(sweep.agents.map(contenderText), 'agent')}
            </span>
            <Counts counts={sweep.counts} basis={basis} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A few names, or their number. */
const namesOrCount = (names: readonly string[], word: string): string =>
  names.length <= 4 ? names.join(', ') : `${formatCount(names.length)} ${word}s`;

const scenarioText = (path: string): string => path.replace(/^scenarios\//, '');

/** Label of an agent with its settings; the built-in modes have their own labels. */
export const contenderText = (contender: string): string =>
  contender.replace(/^oracle(?=,|$)/, MODE_WORDS.oracle).replace(/^nobody(?=,|$)/, MODE_WORDS.plain);

/** The factors in which jobs differ. */
interface VaryingFactors {
  readonly scenarios: boolean;
  readonly variants: boolean;
  readonly contenders: boolean;
}

/** The factors in which `jobs` differ. */
function varyingIn(jobs: readonly JobResult[]): VaryingFactors {
  const varies = (valueOf: (one: JobResult) => unknown): boolean => new Set(jobs.map(valueOf)).size > 1;
  return {
    scenarios: varies(({ scenario }) => scenario),
    variants: varies(({ variant }) => variant),
    contenders: varies(contenderIn),
  };
}

/** The factors in which the jobs of a cell differ, or those of the whole sweep without one. */
export function varyingFactors(
  { rows, columns, factors }: GridFactors,
  { row, column }: PickedCell,
): VaryingFactors {
  const isFixed = (factor: GridFactor): boolean =>
    (row !== undefined && rows === factor) || (column !== undefined && columns === factor);
  return {
    scenarios: factors.task > factors.variant && !isFixed('task'),
    variants: factors.variant > 1 && !isFixed('task') && !isFixed('variant'),
    contenders: factors.contender > 1 && !isFixed('contender'),
  };
}

/** A label of a job, made only of the factors that vary. */
function nameOf(job: JobResult, isOf: VaryingFactors): string {
  const { seed, repeat } = job;
  const parts = [
    isOf.scenarios ? job.scenario.replace(/^scenarios\//, '') : undefined,
    isOf.variants ? job.variant : undefined,
    isOf.contenders ? contenderText(contenderIn(job)) : undefined,
    seed === undefined ? undefined : `seed ${seed}`,
    repeat === 0 ? undefined : `repeat ${repeat + 1}`,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

const contenderIn = ({ agent, settings }: JobResult): string =>
  settings === 'default' ? agent : `${agent}, ${settings}`;

/** The full name of a job. */
export const nameOfJob = (job: JobResult): string =>
  nameOf(job, { scenarios: true, variants: true, contenders: true });

/** The name of a job, of which the seed is always shown. */
function JobName({ name }: { readonly name: string }): JSX.Element {
  const seed = name.lastIndexOf(' · seed ');
  const end = seed < 0 ? name.length : seed;
  return (
    <span className={styles.jobName}>
      <span>{name.slice(0, end)}</span>
      <span>{name.slice(end)}</span>
    </span>
  );
}

/** The reasons for failures, most frequent first. */
export function Reasons({ reasons }: Pick<SweepJobs, 'reasons'>): JSX.Element | null {
  if (reasons.length === 0) return null;
  return (
    <section className={styles.reasons}>
      <h4>Why runs did not pass</h4>
      <ol>
        {reasons.map(({ reason, jobs: count }) => (
          <li key={reason}>
            <b className="number">{formatCount(count)} ×</b>
            <HoverText text={reason} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface JobListProps {
  /** Label of the picked cell; `undefined` if there is none. */
  readonly title: string | undefined;
  readonly found: Pick<SweepJobs, 'counts' | 'reasons'>;
  readonly basis: RateBasis;
  /** Some jobs of the cell, the first of them with number `from`. */
  readonly jobs: readonly JobResult[];
  readonly from?: number;
  /** The factors in which all jobs of the cell differ; those in which `jobs` differ when left out. */
  readonly varying?: VaryingFactors;
  /** Called with the number of the first job on show. */
  readonly onScroll?: (first: number) => void;
  /** Opens its run; in a report there are no runs. */
  readonly onOpen?: (job: JobResult) => void;
  /** Compares its run with the most similar one that passed. */
  readonly onComparePassing?: (job: JobResult) => void;
}

/** The jobs of a cell: reasons of failure, and a link to each run. */
export function JobList(props: JobListProps): JSX.Element {
  const { title, found, basis, jobs, from = 0, varying = varyingIn(jobs) } = props;
  const { onScroll, onOpen, onComparePassing } = props;
  const { counts, reasons } = found;
  const nameIn = (job: JobResult): string => legible(nameOf(job, varying));
  const rowHeight = useRowHeight();
  const {
    frame,
    height,
    drawn,
    onScroll: onFrameScroll,
  } = useScroller({ list: title, count: counts.jobs, height: rowHeight, line: -1 });
  const canOpen = onOpen !== undefined && jobs.some(({ run }) => run !== undefined);
  const first = drawn[0]?.nth ?? 0;
  useEffect(() => {
    onScroll?.(first);
  }, [onScroll, first]);
  const isBad = ({ outcome }: JobResult): boolean => countedAs(outcome, 'all') === 'not-passed';
  return (
    <section className={styles.details} aria-label="Jobs">
      <header>
        <h3 title={title}>{title ?? 'All jobs'}</h3>
        {title === undefined ? null : <Counts counts={counts} basis={basis} />}
      </header>
      <Reasons reasons={reasons} />
      <div
        ref={frame}
        className={styles.jobs}
        style={rowHeightStyle(rowHeight)}
        // Keys scroll it where no job can be opened.
        tabIndex={canOpen ? undefined : 0}
        onScroll={onFrameScroll}
      >
        <ul style={{ height }} aria-label="Runs of the cell">
          {drawn.map(({ nth, top, key }) => {
            const job = jobs[nth - from];
            return (
              <li key={key} className={styles.job} style={{ transform: `translateY(${top}px)` }}>
                {job === undefined ? null : (
                  <>
                    <button
                      type="button"
                      disabled={job.run === undefined || onOpen === undefined}
                      title={
                        job.run === undefined || onOpen === undefined
                          ? (job.reason ?? nameIn(job))
                          : `Open the run: ${nameIn(job)}`
                      }
                      onClick={() => {
                        onOpen?.(job);
                      }}
                    >
                      <Outcome outcome={job.outcome} />
                      <JobName name={nameIn(job)} />
                      <span className={clsx(styles.jobFacts, 'number')}>
                        {job.entries === undefined ? null : (
                          <>
                            <span className={styles.jobEntries}>{formatEntries(job.entries)}, </span>
                            {formatSpan(job.seconds! * 1e6)}
                          </>
                        )}
                      </span>
                    </button>
                    {job.run !== undefined && onComparePassing !== undefined && isBad(job) ? (
                      <Button
                        bare
                        icon={GitCompareArrows}
                        label="Compare with a passed run"
                        onClick={() => {
                          onComparePassing(job);
                        }}
                      />
                    ) : null}
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

interface ChangesProps {
  readonly compared: ComparedSweeps;
  readonly basis: RateBasis;
  readonly onCompare?: (pair: ComparedSweeps['changed'][number]) => void;
}

/** The results of each agent in two sweeps, and the jobs whose outcome changed. */
export function Changes({ compared, basis, onCompare }: ChangesProps): JSX.Element {
  const { contenders, changed, changes, regressions, improvements, unmatched } = compared;
  const alone = unmatched.was + unmatched.is;
  const varying = varyingIn(changed.map(({ is }) => is));
  const nameIn = (job: JobResult): string => legible(nameOf(job, varying));
  if (contenders.length === 0)
    return (
      <section className={styles.details} aria-label="Changes">
        <header>
          <h3>No jobs in common</h3>
          <p className={styles.about}>
            The sweeps have no job with the same scenario, variant, agent and seed that ended in both.
          </p>
        </header>
      </section>
    );
  return (
    <section className={styles.details} aria-label="Changes">
      <header>
        <h3>{changes === 0 ? 'No outcome changed' : `${jobsText(changes)} with a different outcome`}</h3>
        {changes === 0 ? null : (
          <p className={styles.about}>
            {jobsText(regressions)} passed before, but not now. {jobsText(improvements)} passed now, but not
            before.
          </p>
        )}
        {alone === 0 ? null : (
          <p className={styles.about}>
            Not compared, because only one of the sweeps has them: {jobsText(unmatched.was)} of the earlier
            one, {jobsText(unmatched.is)} of this one.
          </p>
        )}
      </header>
      <table className={styles.contenders}>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Difference</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {contenders.map(({ name, was, is, paired }) => (
            <tr key={name}>
              <th scope="row" title={legible(name)}>
                {contenderText(name)}
              </th>
              <td className="number">
                <Difference compared={paired} first="before" second="now" />
              </td>
              <td className="number">{ratesText(was, basis)}</td>
              <td className="number">{ratesText(is, basis)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className={styles.changed} aria-label="Jobs with a different outcome">
        {changed.map((pair) => (
          <li key={pair.is.job} className={styles.job}>
            <button
              type="button"
              disabled={onCompare === undefined || pair.was.run === undefined || pair.is.run === undefined}
              title={onCompare === undefined ? pair.is.reason : `Compare both runs: ${nameIn(pair.is)}`}
              onClick={() => {
                onCompare?.(pair);
              }}
            >
              <span className={styles.change}>
                <Outcome outcome={pair.was.outcome} />
                <ArrowRight aria-label="now" />
                <Outcome outcome={pair.is.outcome} />
              </span>
              <JobName name={nameIn(pair.is)} />
            </button>
          </li>
        ))}
      </ul>
      {changed.length < changes ? (
        <p className={styles.more}>
          The first {formatCount(changed.length)} of {formatCount(changes)}.
        </p>
      ) : null}
    </section>
  );
}

function ratesText({ rates }: JobCounts, basis: RateBasis): string {
  const rate = rates[basis];
  return rate === undefined ? '–' : `${rateText(rate)} of ${ratedText(rate, basis)}`;
}

interface DifferenceProps {
  readonly compared: CorrectedComparison;
  /** Words for the two that are compared. */
  readonly first: string;
  readonly second: string;
}

/** Whether two contenders differ by more than chance, and the numbers that say so. */
export function Difference({ compared, first, second }: DifferenceProps): JSX.Element {
  const { pairs, distinct, onlyFirst, onlySecond, p, corrected } = compared;
  const logs = `${distinctText(compared, 'pair', 'pairs')} of logs`;
  return (
    <span
      className={styles.difference}
      title="McNemar’s exact test: how likely chance alone makes a difference at least as large. Pairs of equal logs count once; several comparisons are corrected by Holm’s method."
    >
      <b>{differenceWords(compared)}</b>
      <small>
        {pValueText(p)}
        {corrected === p ? '' : `, corrected ${pValueText(corrected)}`}; {formatCount(onlyFirst)} only {first}
        , {formatCount(onlySecond)} only {second}, in {logs}
        {distinct === pairs ? '' : ` (${formatCount(pairs)} pairs of runs)`}
      </small>
    </span>
  );
}
