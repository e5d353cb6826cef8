import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import { type JSX, type KeyboardEvent, useEffect, useMemo } from 'react';
import clsx from 'clsx';
import {
  costsText,
  isVerdict,
  legible,
  type ModelCosts,
  plural,
  priceText,
  type RateBasis,
  ratesToShow,
  RUN_RESULTS,
  type RunGroupHead,
  type RunId,
  type RunOrder,
  type ScoreMean,
  threeSignificantDigits,
  totalTokens,
} from '../../../engine/model/index.ts';
import { type LibraryState, type ShownRuns } from '../../stores/library.ts';
import { formatCount, formatPercent, ratedText, rateText, uncertaintyText } from '../../ui/format/numbers.ts';
import { RESULT_WORDS } from '../../ui/format/words.ts';
import { useNow } from '../../ui/text.tsx';
import { rowHeightStyle, rowsMoved } from '../../ui/virtual-list.tsx';
import { useRowHeight, useScroller } from '../../ui/virtual-window.ts';
import { RowLayout } from './row-layout.ts';
import { attemptColumns, type Column, COLUMNS, widthsOf } from './columns.ts';
import { RunRow } from './run-row.tsx';
import styles from './library.module.css';

/** Actions of the table. */
export interface TableActions {
  readonly open: (run: RunId) => void;
  /** Makes the run at a position the current one. */
  readonly moveTo: (position: number) => void;
  /** Makes the run so many positions further the current one. */
  readonly moveBy: (step: number) => void;
  /** Reads the runs from a position to before another, which are visible now. */
  readonly show: (first: number, end: number) => void;
  readonly toggle: (runs: readonly RunId[]) => void;
  readonly toggleAll: () => void;
  readonly fold: (group: string) => void;
  readonly sort: (order: RunOrder) => void;
  readonly pin: (run: RunId, pinned: boolean) => void;
}

interface RunTableProps extends Pick<
  LibraryState,
  'at' | 'descending' | 'group' | 'hidden' | 'order' | 'position' | 'selected'
> {
  readonly answer: ShownRuns;
  readonly basis: RateBasis;
  readonly actions: TableActions;
}

/** The column headers; a click sorts by one. */
function Columns({
  answer,
  order,
  descending,
  selected,
  actions,
  columns,
}: RunTableProps & { readonly columns: readonly Column[] }): JSX.Element {
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <div className={clsx(styles.line, styles.columns)} role="row">
      <span role="columnheader" className={styles.pick}>
        <input
          type="checkbox"
          aria-label="Select all"
          checked={selected.size > 0 && selected.size === answer.found}
          onChange={() => {
            actions.toggleAll();
          }}
        />
      </span>
      {columns.map(({ title, order: by, className, keep }) => (
        <span
          key={title}
          role="columnheader"
          className={className}
          data-keep={keep}
          data-column={title}
          title={legible(title)}
          aria-sort={by !== order ? undefined : descending ? 'descending' : 'ascending'}
        >
          {by === undefined ? (
            legible(title)
          ) : (
            <button
              type="button"
              onClick={() => {
                actions.sort(by);
              }}
            >
              <span>{legible(title)}</span>
              {by === order ? <Arrow aria-hidden /> : null}
            </button>
          )}
        </span>
      ))}
    </div>
  );
}

interface GroupRowProps {
  readonly group: RunGroupHead;
  readonly basis: RateBasis;
  readonly isBySeed: boolean;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  /** CSS px from the top of the list. */
  readonly top: number;
}

/** The header of a group: its pass rate with the uncertainty. */
function GroupRow({ group, basis, isBySeed, isFolded, onFold, top }: GroupRowProps): JSX.Element {
  const { name, runs, rates, counts, regressions, attempts, scores, costs } = group;
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <div className={styles.group} role="row" style={{ transform: `translateY(${top}px)` }}>
      <span role="gridcell">
        <button type="button" aria-expanded={!isFolded} onClick={onFold}>
          <Chevron aria-hidden />
          <b>{isBySeed && /^\d+$/.test(name) ? `Seed ${name}` : name}</b>
        </button>
      </span>
      <span role="gridcell" className={clsx('number', styles.groupCount)}>
        {formatCount(runs)} {runs === 1 ? 'run' : 'runs'}
      </span>
      <span role="gridcell" className={clsx('number', styles.groupRate)}>
        <Rates rates={rates} basis={basis} beside={besideWords(counts)} />
        {attempts === undefined ? null : (
          <span
            className={styles.rateBeside}
            title={`Chance that one, or all, of ${attempts.k} attempts pass: mean over ${formatCount(attempts.tasks)} tasks`}
          >{`pass@${attempts.k} ${formatPercent(attempts.any)}, pass^${attempts.k} ${formatPercent(attempts.all)}`}</span>
        )}
        {scores.slice(0, 2).map((score) => (
          <span
            key={score.scorer}
            className={styles.rateBeside}
            title={`Mean over ${formatCount(score.of)} runs, with its 95% interval`}
          >
            {meanText(score)}
          </span>
        ))}
        {costs === undefined ? null : (
          <span className={styles.rateBeside} title={costsText(costs)}>
            {groupCostsText(costs)}
          </span>
        )}
      </span>
      <span role="gridcell" className={clsx('number', styles.groupWorse)}>
        {regressions === 0 ? '' : plural(regressions, 'regression')}
      </span>
    </div>
  );
}

/** A mean with its interval: `reward 0.42 ± 0.1`. */
function meanText({ scorer, mean, margin }: ScoreMean): string {
  return `${legible(scorer)} ${threeSignificantDigits(mean)}${margin === undefined ? '' : ` ± ${threeSignificantDigits(margin)}`}`;
}

interface RatesProps extends Pick<RunGroupHead, 'rates'>, Pick<GroupRowProps, 'basis'> {
  /** The runs that neither passed nor failed. */
  readonly beside: string;
}

/** The pass rate, with its 95 % confidence interval as a bar and in numbers, and after it the rate on the other basis. */
function Rates({ rates, basis, beside }: RatesProps): JSX.Element {
  const [first, second] = ratesToShow(rates, basis);
  if (first === undefined)
    return <span className={styles.rateBeside}>{['No verdicts', beside].filter(Boolean).join(', ')}</span>;
  const { passed, of, low, high } = first.rate;
  const words = [
    uncertaintyText(first.rate),
    ...(second === undefined ? [] : [`${rateText(second.rate)} of ${ratedText(second.rate, second.basis)}`]),
  ].join('; ');
  return (
    <>
      <span className={styles.rateBar} role="img" aria-label={uncertaintyText(first.rate)}>
        <i style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <b style={{ left: `${(passed / of) * 100}%` }} />
      </span>
      <span>
        {rateText(first.rate)} of {ratedText(first.rate, first.basis)} passed
      </span>
      {beside === '' ? null : <span className={styles.rateBeside}>{beside}</span>}
      <span
        className={styles.rateInterval}
        title={`${words}. 95% confidence interval (Wilson); runs with equal logs are one observation.`}
      >
        {words}
      </span>
    </>
  );
}

/** Numbers of runs that neither passed nor failed. */
const besideWords = (counts: RunGroupHead['counts']): string =>
  RUN_RESULTS.filter((result) => !isVerdict(result) && counts[result] > 0)
    .map((result) => `${formatCount(counts[result])} ${RESULT_WORDS[result].toLowerCase()}`)
    .join(', ');

/** Height of a row, in text heights. */
const ROW = 2.15;

const STEPS_TO_ENDS: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity };

/** A virtual list with a row for each run and each group. */
export function RunTable(props: RunTableProps): JSX.Element {
  const { answer, at, basis, group: grouping, hidden, position, selected, actions } = props;
  const now = useNow();
  const layout = useMemo(() => new RowLayout(answer), [answer]);
  const { scorers } = answer;
  const columns = scorers === undefined ? COLUMNS : attemptColumns(scorers, hidden);
  const current = position === undefined ? -1 : layout.rowOf(position);
  const rowHeight = useRowHeight(ROW);
  const { frame, height, drawn, onScroll } = useScroller({
    count: layout.count,
    height: rowHeight,
    line: current,
  });
  const rows = drawn.map(({ nth, top }) => ({ row: layout.at(nth), top }));
  const positions = rows.flatMap(({ row }) => ('position' in row ? row.position : []));
  const [first, last] = [positions[0], positions.at(-1)];
  useEffect(() => {
    if (first !== undefined && last !== undefined) actions.show(first, last + 1);
  }, [actions, answer, first, last]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The column headers handle their own keys.
    if (event.target instanceof Element && event.target.closest(`.${styles.columns}`) !== null) return;
    const step = STEPS_TO_ENDS[event.key] ?? rowsMoved(event, frame.current, rowHeight);
    if (step !== undefined) actions.moveBy(step);
    else if (event.key === 'Enter' && at !== undefined) actions.open(at);
    else if (event.key === ' ' && at !== undefined) actions.toggle([at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className={styles.table}
      style={scorers && widthsOf(columns)}
      role="grid"
      tabIndex={0}
      aria-label="Runs. Enter opens a run, Space selects it"
      aria-rowcount={layout.count + 1}
      aria-multiselectable
      aria-activedescendant={at === undefined ? undefined : `line-${at}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup">
        <Columns {...props} columns={columns} />
      </div>
      <div
        ref={frame}
        className={styles.rows}
        role="rowgroup"
        style={rowHeightStyle(rowHeight)}
        onScroll={onScroll}
      >
        <div style={{ height }}>
          {rows.map(({ row, top }) => {
            if ('group' in row)
              return (
                <GroupRow
                  key={`group ${row.group.name}`}
                  group={row.group}
                  basis={basis}
                  isBySeed={grouping === 'seed'}
                  isFolded={answer.folded.has(row.group.name)}
                  onFold={() => {
                    actions.fold(row.group.name);
                  }}
                  top={top}
                />
              );
            const found = answer.lines[row.position - answer.from];
            // A scroll may be ahead of what the window has read.
            if (found === undefined) return null;
            const { line, depth } = found;
            return (
              <RunRow
                key={line.id}
                {...{ line, depth, now, top, actions }}
                columns={scorers && columns}
                position={row.position}
                current={line.id === at}
                selected={selected.has(line.id)}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Tokens, or requests where no server told tokens, and price. */
function groupCostsText(costs: ModelCosts): string {
  const { requests, uncounted, price } = costs;
  const tokens = totalTokens(costs);
  return [
    tokens === undefined
      ? plural(requests, 'request')
      : `${uncounted === 0 ? '' : 'at least '}${formatCount(tokens)} tokens`,
    ...(price === undefined ? [] : [priceText(price)]),
  ].join(', ');
}
