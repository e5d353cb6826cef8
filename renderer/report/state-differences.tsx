import { useMemo, type JSX } from 'react';
import clsx from 'clsx';
import { differencesBetween, IdMapping } from '../../engine/analysis/index.ts';
import type { Comparison } from '../../engine/model/index.ts';
import type { ReportedRun } from '../../preload/contract.ts';
import { JsonTree } from '../ui/json/json-tree.tsx';
import { DifferenceTable } from '../views/compare/difference-table.tsx';
import { formatCount } from '../ui/format/numbers.ts';
import { Replay } from './replay.ts';
import styles from './report.module.css';

interface StateDifferencesProps {
  readonly a: ReportedRun;
  readonly b: ReportedRun;
  readonly ids: Comparison['ids'];
  /** The entries both runs have come to. */
  readonly at: { readonly a: number; readonly b: number };
}

/** The apps' states side by side, and where they differ; ids that stand for one another do not. */
export function StateDifferences({ a, b, ids, at }: StateDifferencesProps): JSX.Element {
  const one = useMemo(() => new Replay(a), [a]);
  const other = useMemo(() => new Replay(b), [b]);
  const mapping = useMemo(() => new IdMapping(ids), [ids]);
  const [now, then] = [one.at(at.a), other.at(at.b)];
  const same = (left: string, right: string): boolean => mapping.isSame(left, right);
  const apps = a.summary.apps.filter(({ name }) => then.has(name));
  return (
    <section className={clsx(styles.part, styles.wide)} aria-label="Apps’ states">
      <h2>Apps’ states</h2>
      {apps.map(({ name }) => {
        const [left, right] = [now.get(name)!, then.get(name)!];
        const differences = differencesBetween(left, right, ids.length === 0 ? undefined : same);
        return (
          <details key={name} className={styles.comparedApp} open={differences.length > 0}>
            <summary>
              <bdi>{name}</bdi>{' '}
              <span className={differences.length === 0 ? styles.soft : styles.bad}>
                {differences.length === 0 ? 'the same' : formatDifferences(differences.length)}
              </span>
            </summary>
            {differences.length === 0 ? null : (
              <DifferenceTable label={`State of ${name}`} differences={differences} />
            )}
            <div className={styles.twoSides}>
              <JsonTree value={left} label={`State of ${name} in A`} />
              <JsonTree value={right} label={`State of ${name} in B`} />
            </div>
          </details>
        );
      })}
    </section>
  );
}

const formatDifferences = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'difference' : 'differences'}`;
