import { CircleCheck, Copy, GitCompareArrows } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { CheckResult, Comparison, RunSummary } from '../../../engine/model/index.ts';
import { selectRow } from '../../stores/comparison.ts';
import { copyText } from '../../stores/notices.ts';
import { useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { formatEntries } from '../../ui/format/numbers.ts';
import { CHECK_WORDS, verdictWords } from '../../ui/format/words.ts';
import { VerdictTable } from './verdict-table.tsx';
import styles from './compare.module.css';

/** `A: Passed. B: Did not pass (Missed: both have our hours).`; nothing where both came to the same. */
export function verdictsText(a: RunSummary | undefined, b: RunSummary | undefined): string | undefined {
  if (a?.verdict === undefined || b?.verdict === undefined || a.verdict.passed === b.verdict.passed)
    return undefined;
  return `A: ${verdictOf(a, a.verdict)} B: ${verdictOf(b, b.verdict)}`;
}

function verdictOf(run: RunSummary, verdict: NonNullable<RunSummary['verdict']>): string {
  const [first, ...others] = verdict.checks.filter(isBad);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const why = first === undefined ? '' : ` (${CHECK_WORDS[first.status]}: ${first.check}${more})`;
  return `${verdictWords(run, verdict)}${why}.`;
}

const isBad = ({ status }: CheckResult): boolean => status === 'missed' || status === 'tripped';

function usePair(): readonly [RunSummary | undefined, RunSummary | undefined] {
  const { comparison, workspace } = useStores();
  const pair = useStore(comparison, (state) => state.pair);
  const a = useStore(workspace, (state) => runOf(state, pair?.a));
  const b = useStore(workspace, (state) => runOf(state, pair?.b));
  return [a, b];
}

/** What both runs' milestones and minefields came to. */
export function Verdicts(): JSX.Element {
  const [a, b] = usePair();
  return <VerdictTable a={a} b={b} />;
}

/** Where one passed and the other did not, that, and what it missed. */
function VerdictsLine(): JSX.Element | null {
  const words = verdictsText(...usePair());
  return words === undefined ? null : <span className={styles.divergenceVerdicts}>{words}</span>;
}

/** Where two runs part, in one sentence to quote; it leads there. */
export function Divergence({ comparison }: { readonly comparison: Comparison }): JSX.Element {
  const stores = useStores();
  const { comparison: store } = stores;
  const { divergence, rows } = comparison;
  if (divergence === undefined)
    return (
      <p className={clsx(styles.divergence, styles.none)}>
        <CircleCheck aria-hidden />
        <span>No difference: {formatEntries(rows.length)} are equal.</span>
      </p>
    );
  const { row, sentence } = divergence;
  return (
    <p className={styles.divergence}>
      <GitCompareArrows aria-hidden />
      <span className={styles.divergenceWords}>
        <b>First divergence:</b> {sentence}
        <VerdictsLine />
      </span>
      {row < 0 ? null : (
        <Button
          label="Go there"
          onClick={() => {
            selectRow(store, row);
          }}
        />
      )}
      <Button
        bare
        icon={Copy}
        label="Copy the sentence"
        onClick={() => {
          copyText(stores, sentence, 'Sentence');
        }}
      />
    </p>
  );
}
