import type { CSSProperties } from 'react';
import { type RunOrder, type RunPage, SCORE_ORDER } from '../../../engine/model/index.ts';
import styles from './library.module.css';

/** A column of the list of runs. */
export interface Column {
  readonly title: string;
  /** The order to sort by; `undefined` if sorting by this column is not possible. */
  readonly order?: RunOrder;
  readonly className: string | undefined;
  /** The scorer whose scores it has. */
  readonly scorer?: string;
  /** Its width in a list of imported runs, and in a narrower one if that differs. */
  readonly width?: string;
  readonly narrow?: string;
  /** The lists of imported runs that have it: wide ones only, or also those of middle width; without one, all. */
  readonly keep?: 'wide' | 'middle' | undefined;
}

/** The columns of runs of worlds. */
export const COLUMNS: readonly Column[] = [
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

const SMALL = 'var(--size-2)';
const USUAL = 'var(--size-3)';

/** The columns of imported runs that are not `hidden`: each scorer has its own. */
export function attemptColumns(scorers: readonly string[], hidden: ReadonlySet<string>): readonly Column[] {
  const number = styles.number;
  const all: readonly Column[] = [
    { title: 'Verdict', order: 'verdict', className: styles.verdict, width: SMALL },
    { title: 'Run', className: styles.id, width: SMALL },
    {
      title: 'Task',
      order: 'scenario',
      className: styles.scenario,
      width: 'minmax(var(--size-9), 5fr)',
      narrow: 'minmax(var(--size-6), 5fr)',
    },
    { title: 'Attempt', order: 'attempt', className: number, width: USUAL, keep: 'middle' },
    {
      title: 'Model',
      order: 'model',
      className: styles.model,
      width: 'minmax(var(--size-5), 3fr)',
      narrow: 'minmax(var(--size-4), 3fr)',
    },
    {
      title: 'Agent',
      order: 'mode',
      className: styles.agent,
      width: 'minmax(var(--size-5), 1fr)',
      keep: 'wide',
    },
    ...scorers.map((scorer, index): Column => ({
      title: scorer,
      scorer,
      order: `${SCORE_ORDER}${scorer}`,
      className: number,
      width: scorers.length === 1 ? 'minmax(var(--size-5), 1fr)' : 'minmax(var(--size-2), 0.5fr)',
      ...(index === 0 ? {} : { keep: 'wide' }),
    })),
    { title: 'Entries', order: 'events', className: number, width: SMALL, keep: 'wide' },
    { title: 'Tokens', order: 'tokens', className: number, width: USUAL, keep: 'middle' },
    { title: 'Cost', order: 'cost', className: number, width: USUAL, keep: 'middle' },
    { title: 'Duration', order: 'duration', className: number, width: 'var(--size-4)', keep: 'wide' },
    { title: 'Errors', order: 'errors', className: number, width: SMALL, keep: 'middle' },
    { title: 'Set', className: styles.set, width: 'minmax(var(--size-3), 1.5fr)', keep: 'wide' },
    { title: 'Tags', className: styles.cellTags, width: 'minmax(var(--size-3), 1fr)', keep: 'wide' },
  ];
  return all.filter(({ title }) => !hidden.has(title));
}

/** Columns without which a row does not say which run it is. */
export const ALWAYS_SHOWN = ['Verdict', 'Run', 'Task'];

/** The columns of a list that a person may hide; none in a list of runs of worlds. */
export function hideableColumns({ scorers }: Pick<RunPage, 'scorers'>): readonly string[] {
  if (scorers === undefined) return [];
  return attemptColumns(scorers, new Set(ALWAYS_SHOWN)).map(({ title }) => title);
}

/** The widths of `columns` in wide, middle and narrow lists, after that of the box that selects a row. */
export const widthsOf = (columns: readonly Column[]): CSSProperties => {
  const widths = (kept: readonly Column[], isNarrow: boolean): string =>
    ['var(--size-1)', ...kept.map(({ width, narrow }) => (isNarrow ? narrow : undefined) ?? width)].join(' ');
  return {
    '--columns': widths(columns, false),
    '--middle-columns': widths(
      columns.filter(({ keep }) => keep !== 'wide'),
      true,
    ),
    '--narrow-columns': widths(
      columns.filter(({ keep }) => keep === undefined),
      true,
    ),
  } as CSSProperties;
};
