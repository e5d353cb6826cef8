import type { JSX } from 'react';
import clsx from 'clsx';
import type { ReportedAttempt, ReportedRun } from '../../preload/contract.ts';
import { VerdictTable } from '../views/compare/verdict-table.tsx';
import styles from './report.module.css';

interface ReportedVerdictsProps {
  readonly a: Pick<ReportedRun | ReportedAttempt, 'summary' | 'judgement'>;
  readonly b: Pick<ReportedRun | ReportedAttempt, 'summary' | 'judgement'>;
}

/** The verdicts on two reported runs, side by side. */
export function ReportedVerdicts({ a, b }: ReportedVerdictsProps): JSX.Element {
  return (
    <section className={clsx(styles.part, styles.wide)} aria-label="Verdicts">
      <h2>Verdicts</h2>
      <VerdictTable
        a={a.summary}
        b={b.summary}
        evidence={a.judgement && b.judgement && { a: a.judgement.evidence, b: b.judgement.evidence }}
      />
    </section>
  );
}
