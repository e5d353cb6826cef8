import { CircleCheck, Copy, GitCompareArrows } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type {
  Comparison,
  JudgeEvidence,
  KeptJudgement,
  RunSummary,
  Verdict,
} from '../../../engine/model/index.ts';
import { selectRow } from '../../stores/comparison.ts';
import { copyText } from '../../stores/notices.ts';
import { useAnswer, useStores } from '../../stores/use-stores.ts';
import { runOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { formatEntries } from '../../ui/format/numbers.ts';
import { VERDICT_WORDS } from '../../ui/format/words.ts';
import { VerdictTable } from './verdict-table.tsx';
import styles from './compare.module.css';

/** `A passed. B failed: The soup was cold.`; nothing where both came to the same. */
export function verdictsText(a: RunSummary | undefined, b: RunSummary | undefined): string | undefined {
  if (a?.verdict === undefined || b?.verdict === undefined || a.verdict.outcome === b.verdict.outcome)
    return undefined;
  return `A ${verdictOf(a.verdict)} B ${verdictOf(b.verdict)}`;
}

const verdictOf = ({ outcome, sentence }: Verdict): string =>
  outcome === 'passed' ? 'passed.' : `${VERDICT_WORDS[outcome].toLowerCase()}: ${sentence}`;

function usePair(): readonly [RunSummary | undefined, RunSummary | undefined] {
  const { comparison, workspace } = useStores();
  const pair = useStore(comparison, (state) => state.pair);
  const a = useStore(workspace, (state) => runOf(state, pair?.a));
  const b = useStore(workspace, (state) => runOf(state, pair?.b));
  return [a, b];
}

/** What the judge found in a run, where it has looked at it. */
function useJudgeEvidence(run: RunSummary | undefined): JudgeEvidence | undefined {
  const request = run === undefined ? undefined : { run: run.id };
  const answered = useAnswer('inspect.judgement', request, run?.verdict?.judge?.sentence);
  if (run === undefined || answered?.request.run !== run.id) return undefined;
  const text = answered.reply.ok ? answered.reply.value : null;
  return text === null ? undefined : (JSON.parse(text) as KeptJudgement).evidence;
}

/** What both runs' milestones and minefields came to. */
export function Verdicts(): JSX.Element {
  const [a, b] = usePair();
  const [one, other] = [useJudgeEvidence(a), useJudgeEvidence(b)];
  const evidence = one !== undefined && other !== undefined ? { a: one, b: other } : undefined;
  return <VerdictTable a={a} b={b} evidence={evidence} />;
}

/** What both came to, where that is not the same, and why. */
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
