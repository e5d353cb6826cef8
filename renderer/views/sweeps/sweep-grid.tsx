import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { type CSSProperties, type JSX, type KeyboardEvent, useRef } from 'react';
import clsx from 'clsx';
import {
  legible,
  type GridFactor,
  type JobCounts,
  type JobOutcome,
  type PickedCell,
  type RateBasis,
  ratesToShow,
  type SweepGrid,
} from '../../../engine/model/index.ts';
import { rowHeightStyle } from '../../ui/virtual-list.tsx';
import { useRowHeight, useScroller } from '../../ui/virtual-window.ts';
import { formatPercent, ratedText, rateText, uncertaintyText } from '../../ui/format/numbers.ts';
import { besideText, contenderText, Outcome, OUTCOMES } from './sweep-lists.tsx';
import styles from './sweeps.module.css';

/** The job counts of a cell, of one sweep or of two. */
export type Cell = JobCounts | { readonly was: JobCounts; readonly is: JobCounts };

/** Heading of each factor. */
export const FACTORS = {
  task: 'Scenarios',
  seed: 'Seeds',
  contender: 'Agents',
  variant: 'Variants',
  settings: 'Settings',
} as const satisfies Record<GridFactor, string>;

/** Label of a value of a factor. Tasks of one scenario are labelled by their variant. */
export function valueText(factor: GridFactor, value: string, ofOneScenario: boolean): string {
  if (factor === 'seed') return value === '' ? 'Seed from scenario' : `Seed ${value}`;
  if (factor === 'task')
    return ofOneScenario ? value.replace(/^\S+ /, '') : value.replace(/^scenarios\//, '');
  if (factor === 'contender') return contenderText(value);
  return value === '' ? 'No variant' : value;
}

interface SweepGridViewProps {
  readonly grid: SweepGrid<Cell>;
  readonly rows: GridFactor;
  readonly columns: GridFactor;
  /** Whether all jobs are of one scenario. */
  readonly ofOneScenario: boolean;
  readonly basis: RateBasis;
  readonly picked: PickedCell;
  readonly onPick: (cell: PickedCell) => void;
}

/** Height of a row, in text heights: cells of many jobs have a second line, and a third one where runs broke. */
const ROW = { one: 2.5, many: 3.5, broken: 4.6 };

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The pass rate of every row and column as a heat map; a click on a cell, a row or a column lists its jobs. */
export function SweepGridView({
  grid,
  rows,
  columns,
  ofOneScenario,
  basis,
  picked,
  onPick,
}: SweepGridViewProps): JSX.Element {
  const has = (lines: (cell: Cell) => boolean): boolean =>
    grid.rows.some(({ cells }) => cells.some((cell) => cell !== undefined && lines(cell)));
  const rowHeight = useRowHeight(has(hasThreeLines) ? ROW.broken : has(hasTwoLines) ? ROW.many : ROW.one);
  /** Row and column of the picked cell; −1 is the header. */
  const row = grid.rows.findIndex(({ name }) => name === picked.row);
  const column = picked.column === undefined ? -1 : grid.columns.indexOf(picked.column);
  const isNonePicked = row < 0 && column < 0;
  const { frame, height, drawn, onScroll } = useScroller({
    count: grid.rows.length,
    height: rowHeight,
    line: row,
  });
  const own = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined || event.target !== own.current) return;
    event.preventDefault();
    event.stopPropagation();
    const near = (at: number, by: number, count: number): number =>
      isNonePicked ? 0 : Math.max(-1, Math.min(count - 1, at + by));
    const nextRow = grid.rows[near(row, step[0], grid.rows.length)]?.name;
    const nextColumn = grid.columns[near(column, step[1], grid.columns.length)];
    if (nextRow === undefined && nextColumn === undefined) return;
    onPick({
      ...(nextRow === undefined ? {} : { row: nextRow }),
      ...(nextColumn === undefined ? {} : { column: nextColumn }),
    });
  };
  return (
    <div
      ref={own}
      className={styles.grid}
      style={{ ...rowHeightStyle(rowHeight), '--columns': grid.columns.length } as CSSProperties}
      role="grid"
      tabIndex={0}
      aria-label={`${FACTORS[rows]} by ${FACTORS[columns].toLowerCase()}; arrow keys select a cell`}
      aria-rowcount={grid.rows.length + 1}
      aria-activedescendant={isNonePicked ? undefined : `cell-${row}-${column}`}
      onKeyDown={onKeyDown}
    >
      <div className={styles.gridTable} role="presentation">
        <div className={clsx(styles.gridLine, styles.gridHead)} role="row">
          <span role="columnheader">{FACTORS[rows]}</span>
          {grid.columns.map((name, index) => (
            <span key={name} id={`cell--1-${index}`} role="columnheader">
              <button
                type="button"
                tabIndex={-1}
                title={legible(name)}
                aria-pressed={picked.row === undefined && picked.column === name}
                onClick={() => {
                  onPick({ column: name });
                }}
              >
                {valueText(columns, name, ofOneScenario)}
              </button>
            </span>
          ))}
        </div>
        <div ref={frame} className={styles.gridFrame} role="rowgroup" onScroll={onScroll}>
          <div role="presentation" style={{ height }}>
            {drawn.map(({ nth, top }) => {
              const { name, cells } = grid.rows[nth]!;
              return (
                <div
                  key={name}
                  className={styles.gridLine}
                  role="row"
                  aria-rowindex={nth + 2}
                  style={{ transform: `translateY(${top}px)` }}
                >
                  <span id={`cell-${nth}--1`} role="rowheader">
                    <button
                      type="button"
                      tabIndex={-1}
                      title={legible(name)}
                      aria-pressed={picked.row === name && picked.column === undefined}
                      onClick={() => {
                        onPick({ row: name });
                      }}
                    >
                      {valueText(rows, name, ofOneScenario)}
                    </button>
                  </span>
                  {cells.map((cell, index) => (
                    <GridCell
                      key={grid.columns[index]}
                      id={`cell-${nth}-${index}`}
                      cell={cell}
                      basis={basis}
                      isPicked={nth === row && index === column}
                      onPick={() => {
                        onPick({ row: name, column: grid.columns[index]! });
                        own.current?.focus();
                      }}
                    />
                  ))}
                </div>
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

const hasTwoLines = (cell: Cell): boolean => 'is' in cell || cell.jobs > 1;

const hasThreeLines = (cell: Cell): boolean =>
  !('is' in cell) && cell.jobs > 1 && ratesToShow(cell.rates, 'all').length > 1;

interface GridCellProps {
  readonly id: string;
  readonly cell: Cell | undefined;
  readonly basis: RateBasis;
  readonly isPicked: boolean;
  readonly onPick: () => void;
}

function GridCell({ id, cell, basis, isPicked, onPick }: GridCellProps): JSX.Element {
  if (cell === undefined)
    return (
      <span id={id} role="gridcell" className={clsx(styles.cell, styles.noJobs)} aria-label="No jobs">
        –
      </span>
    );
  const { words, className, share, content } = 'is' in cell ? changeOf(cell, basis) : countsOf(cell, basis);
  return (
    <span
      id={id}
      role="gridcell"
      aria-selected={isPicked}
      aria-label={words}
      title={legible(words)}
      className={clsx(styles.cell, className)}
      style={share === undefined ? undefined : ({ '--share': share } as CSSProperties)}
      onClick={onPick}
    >
      {content}
    </span>
  );
}

/** The look and the text of a cell. */
interface Drawn {
  readonly words: string;
  readonly className: string | undefined;
  /** Share of the runs that passed. */
  readonly share: number | undefined;
  readonly content: JSX.Element;
}

function countsOf(counts: JobCounts, basis: RateBasis): Drawn {
  const { jobs, outcomes, rates } = counts;
  const [only] = Object.keys(outcomes) as JobOutcome[];
  const beside = besideText(counts);
  const rate = rates[basis];
  if (rate === undefined || jobs === 1)
    return {
      words: jobs === 1 ? OUTCOMES[only!].words : `No verdicts: ${beside}`,
      className:
        rate === undefined || only !== 'passed' ? styles[jobs === 1 ? only! : 'unjudged'] : styles.heat,
      share: only === 'passed' ? 1 : undefined,
      content: jobs === 1 ? <Outcome outcome={only!} /> : <span className={styles.cellBeside}>{beside}</span>,
    };
  const others = ratesToShow(rates, basis).filter((one) => one.basis !== basis);
  const words = [
    `${rateText(rate)} passed: ${rate.passed} of ${ratedText(rate, basis)}, ${uncertaintyText(rate)}`,
    ...others.map((one) => `${rateText(one.rate)} of ${ratedText(one.rate, one.basis)}`),
    ...(beside === '' ? [] : [beside]),
  ];
  return {
    words: words.join('; '),
    className: styles.heat,
    share: rate.passed / rate.of,
    content: (
      <>
        <span className={styles.cellRate}>
          <b className="number">{rateText(rate)}</b>
          <span className="number">
            {rate.passed}/{rate.of}
          </span>
        </span>
        <span className={styles.cellBeside}>{beside}</span>
        {others.map((one) => (
          <span key={one.basis} className={clsx(styles.cellBeside, 'number')}>
            {one.rate.passed}/{one.rate.of} {one.basis === 'all' ? 'of all' : 'judged'}
          </span>
        ))}
        <span className={styles.meter} aria-hidden />
      </>
    ),
  };
}

function changeOf(cell: Exclude<Cell, JobCounts>, basis: RateBasis): Drawn {
  const [was, is] = [cell.was.rates[basis], cell.is.rates[basis]];
  if (was === undefined || is === undefined)
    return {
      words: 'No verdicts to compare',
      className: styles.unjudged,
      share: undefined,
      content: <span className={styles.cellBeside}>No verdicts to compare</span>,
    };
  const [before, after] = [was.passed / was.of, is.passed / is.of];
  const by = Math.round((after - before) * 100);
  const Icon = by > 0 ? TrendingUp : by < 0 ? TrendingDown : Minus;
  const direction = by > 0 ? 'better' : by < 0 ? 'worse' : 'same';
  return {
    words: `${formatPercent(before)} passed before, ${formatPercent(after)} now`,
    className: styles[direction],
    share: undefined,
    content: (
      <>
        <span className={styles.cellRate}>
          <Icon aria-hidden />
          <b className="number">{by === 0 ? 'Same' : `${by > 0 ? '+' : '−'}${Math.abs(by)}`}</b>
        </span>
        <span className={clsx(styles.cellBeside, 'number')}>
          {formatPercent(before)} → {formatPercent(after)}
        </span>
      </>
    ),
  };
}
