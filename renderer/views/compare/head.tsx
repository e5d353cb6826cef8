import { ArrowLeftRight, ChevronDown, ChevronUp, FileDown, X } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { RunSummary } from '../../../engine/model/index.ts';
import {
  closeComparison,
  type Compared,
  compareRuns,
  type ComparisonState,
  selectRow,
  showOnlyDifferent,
} from '../../stores/comparison.ts';
import { saveReport } from '../../stores/import-export.ts';
import { useStores, useCommand } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { Segments } from '../../ui/segments.tsx';
import { runSettingWords } from '../../ui/format/words.ts';
import { StateBadge } from '../../ui/state-badge.tsx';
import { ROW_KINDS } from './pair-row.tsx';
import { nextDifference, waits } from './places.ts';
import styles from './compare.module.css';
import panelStyles from '../../ui/panel.module.css';

interface HeadProps {
  readonly pair: NonNullable<ComparisonState['pair']>;
  readonly shown: Compared | undefined;
}

/** Which runs are compared, how many rows differ, and the way from one difference to the next. */
export function Head({ pair, shown }: HeadProps): JSX.Element {
  const stores = useStores();
  const { comparison: store, workspace } = stores;
  const { a, b } = pair;
  const [one, other] = [
    useStore(workspace, (state) => runOf(state, a)),
    useStore(workspace, (state) => runOf(state, b)),
  ];
  const onlyDifferent = useStore(store, (state) => state.onlyDifferent);
  const go = (step: 1 | -1) => (): void => {
    if (shown === undefined) return;
    const { rows } = shown.comparison;
    selectRow(store, nextDifference(rows, store.getState().at, step, waits(rows, shown)));
  };
  const close = (): void => {
    closeComparison(stores);
  };
  useCommand('comparison.next', go(1));
  useCommand('comparison.previous', go(-1));
  const report = (): void => {
    void saveReport(stores, a, b);
  };
  useCommand('comparison.report', report, shown !== undefined);
  useCommand('comparison.close', close);

  return (
    <>
      <span className={panelStyles.title}>Compare</span>
      <RunName letter="A" run={one} />
      <Button
        bare
        icon={ArrowLeftRight}
        label="Swap A and B"
        onClick={() => void compareRuns(stores, b, a)}
      />
      <RunName letter="B" run={other} />
      <Counts shown={shown} />
      <span className={styles.spacer} />
      <Segments
        label="Rows on show"
        choices={{ all: 'All rows', different: 'Differences' }}
        chosen={onlyDifferent ? 'different' : 'all'}
        onChoose={(chosen) => {
          showOnlyDifferent(store, chosen === 'different');
        }}
      />
      <Button bare icon={ChevronUp} label="Previous difference" keys="Shift+F7" onClick={go(-1)} />
      <Button bare icon={ChevronDown} label="Next difference" keys="F7" onClick={go(1)} />
      <Button
        bare
        icon={FileDown}
        label="Save a report of the comparison"
        disabled={shown === undefined}
        onClick={report}
      />
      <Button bare icon={X} label="Close the comparison" keys="Escape" onClick={close} />
    </>
  );
}

function RunName({
  letter,
  run,
}: {
  readonly letter: string;
  readonly run: RunSummary | undefined;
}): JSX.Element {
  return (
    <span className={styles.run}>
      <b>{letter}</b>
      {run === undefined ? null : (
        <>
          <StateBadge run={run} />
          <span className="number">{run.id}</span>
          <span className={styles.name} title={run.scenario}>
            {run.scenario}
            {[
              run.mode === 'trace' ? '' : `, seed ${run.seed}`,
              ...runSettingWords(run).map((one) => `, ${one}`),
            ]}
          </span>
        </>
      )}
    </span>
  );
}

function Counts({ shown }: { readonly shown: Compared | undefined }): JSX.Element | null {
  if (shown === undefined) return null;
  const { rows } = shown.comparison;
  return (
    <span className={clsx(styles.counts, 'number')}>
      {Object.entries(ROW_KINDS).map(([kind, { sign, word }]) => {
        const count = rows.filter((row) => row.kind === kind).length;
        return count === 0 ? null : (
          <span key={kind} className={styles[`sign-${kind}`]} title={word}>
            {sign} {formatCount(count)} <span className={styles.word}>{word}</span>
          </span>
        );
      })}
    </span>
  );
}
