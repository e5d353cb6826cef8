import { ArrowDown, ArrowUp, ChevronDown, ChevronRight } from 'lucide-react';
import { type JSX, type KeyboardEvent, useMemo } from 'react';
import clsx from 'clsx';
import {
  type RateBasis,
  ratesInOrder,
  RUN_RESULTS,
  type RunGroup,
  type RunId,
  type RunLibrary,
  type RunLine,
  type RunOrder,
  type RunResult,
} from '../../../engine/model/index.ts';
import { type LibraryState, linesOf } from '../../stores/library.ts';
import { formatCount, ratedText, rateText, uncertaintyText } from '../../ui/format/numbers.ts';
import { RESULT_WORDS } from '../../ui/format/words.ts';
import { useNow } from '../../ui/text.tsx';
import { rowHeightStyle, rowsMoved } from '../../ui/virtual-list.tsx';
import { useRowHeight, useScroller } from '../../ui/virtual-window.ts';
import { RunRow } from './run-row.tsx';
import styles from './library.module.css';

export type NamedGroup = RunGroup & { readonly name: string };

/** A row of the list: a run, or the header of a group. */
export type Row =
  | { readonly line: RunLine; readonly depth: number }
  | { readonly line?: undefined; readonly group: NamedGroup };

/** The rows of the list from top to bottom; of folded groups only the headers. */
export const rowsOf = ({ groups }: RunLibrary, folded: ReadonlySet<string>): readonly Row[] =>
  groups.flatMap((group): readonly Row[] => {
    const { name } = group;
    if (name === undefined) return group.lines;
    const head = { group: { ...group, name } };
    return folded.has(name) ? [head] : [head, ...group.lines];
  });

interface Column {
  readonly title: string;
  /** The order to sort by; `undefined` if sorting by this column is not possible. */
  readonly order?: RunOrder;
  readonly className: string | undefined;
}

const COLUMNS: readonly Column[] = [
  { title: 'Verdict', order: 'verdict', className: styles.verdict },
  { title: 'Run', className: styles.id },
  { title: 'Scenario', order: 'scenario', className: styles.scenario },
  { title: 'Seed', order: 'seed', className: styles.seed },
  { title: 'Agent', order: 'mode', className: styles.mode },
  { title: 'Entries', order: 'events', className: styles.events },
  { title: 'Simulated', order: 'simulated', className: styles.simulated },
  { title: 'Took', order: 'wall', className: styles.wall },
  { title: 'Started', order: 'started', className: styles.started },
  { title: 'Tags', className: styles.cellTags },
];

/** Actions of the table. */
export interface TableActions {
  readonly open: (run: RunId) => void;
  /** Makes a run the current one. */
  readonly moveTo: (run: RunId | undefined) => void;
  readonly toggle: (runs: readonly RunId[]) => void;
  readonly fold: (group: string) => void;
  readonly sort: (order: RunOrder) => void;
  readonly pin: (run: RunId, pinned: boolean) => void;
}

interface RunTableProps extends Pick<
  LibraryState,
  'at' | 'descending' | 'folded' | 'group' | 'order' | 'selected'
> {
  readonly answer: RunLibrary;
  readonly basis: RateBasis;
  readonly actions: TableActions;
}

/** The column headers; a click sorts by one. */
function Columns({ answer, order, descending, selected, actions }: RunTableProps): JSX.Element {
  const all = linesOf(answer).map(({ id }) => id);
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <div className={clsx(styles.line, styles.columns)} role="row">
      <span role="columnheader" className={styles.pick}>
        <input
          type="checkbox"
          aria-label="Select all"
          checked={selected.size > 0 && selected.size === all.length}
          onChange={() => {
            actions.toggle(all);
          }}
        />
      </span>
      {COLUMNS.map(({ title, order: by, className }) => (
        <span
          key={title}
          role="columnheader"
          className={className}
          aria-sort={by !== order ? undefined : descending ? 'descending' : 'ascending'}
        >
          {by === undefined ? (
            title
          ) : (
            <button
              type="button"
              onClick={() => {
                actions.sort(by);
              }}
            >
              {title}
              {by === order ? <Arrow aria-hidden /> : null}
            </button>
          )}
        </span>
      ))}
    </div>
  );
}

interface GroupRowProps {
  readonly group: NamedGroup;
  readonly basis: RateBasis;
  readonly isBySeed: boolean;
  readonly isFolded: boolean;
  readonly onFold: () => void;
  /** CSS px from the top of the list. */
  readonly top: number;
}

/** The header of a group: its pass rate with the uncertainty. */
function GroupRow({ group, basis, isBySeed, isFolded, onFold, top }: GroupRowProps): JSX.Element {
  const { name, runs, rates, counts, regressions } = group;
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
        <Rates rates={rates} basis={basis} />
        <span className={styles.rateInterval} title={besideWords(counts)}>
          {besideWords(counts)}
        </span>
      </span>
      <span role="gridcell" className={clsx('number', styles.groupWorse)}>
        {regressions === 0
          ? ''
          : `${formatCount(regressions)} ${regressions === 1 ? 'regression' : 'regressions'}`}
      </span>
    </div>
  );
}

/** The pass rate, with its 95 % confidence interval as a bar and in numbers, and after it the rate on the other basis. */
function Rates({ rates, basis }: Pick<NamedGroup, 'rates'> & Pick<GroupRowProps, 'basis'>): JSX.Element {
  const [first, second] = ratesInOrder(rates, basis);
  if (first === undefined) return <span className={styles.rateNone}>No verdicts</span>;
  const { passed, of, low, high } = first.rate;
  return (
    <>
      <span className={styles.rateBar} role="img" aria-label={uncertaintyText(first.rate)}>
        <i style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        <b style={{ left: `${(passed / of) * 100}%` }} />
      </span>
      <span className={styles.rateWords}>
        {rateText(first.rate)} of {ratedText(first.rate, first.basis)} passed
      </span>
      <span
        className={styles.rateInterval}
        title="95% confidence interval of the pass rate (Wilson). Runs with equal logs count once."
      >
        {uncertaintyText(first.rate)}
        {second === undefined ? '' : `; ${rateText(second.rate)} of ${ratedText(second.rate, second.basis)}`}
      </span>
    </>
  );
}

/** Numbers of runs that neither passed nor failed. */
const besideWords = (counts: RunGroup['counts']): string =>
  RUN_RESULTS.filter((result) => !isVerdict(result) && counts[result] > 0)
    .map((result) => `${formatCount(counts[result])} ${RESULT_WORDS[result].toLowerCase()}`)
    .join(', ');

const isVerdict = (result: RunResult): boolean => result === 'passed' || result === 'failed';

/** Height of a row, in text heights. */
const ROW = 2.15;

const ENDS: Readonly<Record<string, number>> = { Home: -Infinity, End: Infinity };

/** A virtual list with a row for each run and each group. */
export function RunTable(props: RunTableProps): JSX.Element {
  const { answer, at, basis, folded, group: grouping, selected, actions } = props;
  const now = useNow();
  const rows = useMemo(() => rowsOf(answer, folded), [answer, folded]);
  const current = rows.findIndex((row) => row.line !== undefined && row.line.id === at);
  const rowHeight = useRowHeight(ROW);
  const { frame, height, drawn, onScroll } = useScroller({
    count: rows.length,
    height: rowHeight,
    line: current,
  });

  const move = (step: number): void => {
    const runs = rows.flatMap(({ line }) => (line === undefined ? [] : [line.id]));
    const place = at === undefined ? -1 : runs.indexOf(at);
    const next = place < 0 && step > 0 ? 0 : Math.max(0, Math.min(runs.length - 1, place + step));
    actions.moveTo(runs[next]);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    // The column headers handle their own keys.
    if (event.target instanceof Element && event.target.closest(`.${styles.columns}`) !== null) return;
    const step = ENDS[event.key] ?? rowsMoved(event, frame.current, rowHeight);
    if (step !== undefined) move(step);
    else if (event.key === 'Enter' && at !== undefined) actions.open(at);
    else if (event.key === ' ' && at !== undefined) actions.toggle([at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      className={styles.table}
      role="grid"
      tabIndex={0}
      aria-label="Runs. Enter opens a run, Space selects it"
      aria-rowcount={rows.length + 1}
      aria-multiselectable
      aria-activedescendant={current < 0 ? undefined : `line-${at!}`}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup">
        <Columns {...props} />
      </div>
      <div
        ref={frame}
        className={styles.rows}
        role="rowgroup"
        style={rowHeightStyle(rowHeight)}
        onScroll={onScroll}
      >
        <div style={{ height }}>
          {drawn.map(({ nth, top }) => {
            const row = rows[nth]!;
            return row.line === undefined ? (
              <GroupRow
                key={`group ${row.group.name}`}
                group={row.group}
                basis={basis}
                isBySeed={grouping === 'seed'}
                isFolded={folded.has(row.group.name)}
                onFold={() => {
                  actions.fold(row.group.name);
                }}
                top={top}
              />
            ) : (
              <RunRow
                key={row.line.id}
                line={row.line}
                current={row.line.id === at}
                selected={selected.has(row.line.id)}
                {...{ depth: row.depth, now, top, actions }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}
