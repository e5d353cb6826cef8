import type { JSX } from 'react';
import clsx from 'clsx';
import { type AttemptStep, hasEntry, legible, type AlignedSteps } from '../../../engine/model/index.ts';
import { differingPart, Marked } from '../../ui/differing-text.tsx';
import { STEP_KINDS } from '../../ui/step-kinds.ts';
import { PairSign, type SideName } from './pair-row.tsx';
import { StepList, type StepListProps } from './step-list.tsx';
import styles from './compare.module.css';

interface StepRowsProps extends StepListProps {
  readonly rows: readonly AlignedSteps[];
  readonly a: readonly AttemptStep[];
  readonly b: readonly AttemptStep[];
}

/** The steps of two attempts, with those that correspond side by side. */
export function StepRows({ rows, a, b, ...list }: StepRowsProps): JSX.Element {
  return (
    <StepList
      label="Aligned steps"
      name="step"
      classOf={(rowIndex) => clsx(styles.pair, styles[`pair-${rows[rowIndex]!.kind}`])}
      {...list}
    >
      {(rowIndex) => {
        const row = rows[rowIndex]!;
        const one = row.a === undefined ? undefined : a[row.a];
        const other = row.b === undefined ? undefined : b[row.b];
        return (
          <>
            <Side step={one} other={other} side="a" />
            <PairSign kind={row.kind} />
            <Side step={other} other={one} side="b" />
          </>
        );
      }}
    </StepList>
  );
}

/** The text of a step in a line, in which the backticks of Markdown would only be noise. */
const lineOf = ({ kind, text }: AttemptStep): string =>
  legible(kind === 'call' || kind === 'result' ? text : text.replaceAll(/`{3}\w*|`/g, ''));

interface SideProps {
  readonly step: AttemptStep | undefined;
  readonly other: AttemptStep | undefined;
  readonly side: SideName;
}

function Side({ step, other, side }: SideProps): JSX.Element {
  if (step === undefined) return <span className={clsx(styles.side, styles.none)} role="gridcell" />;
  const { kind, tool, entry, failed } = step;
  const text = lineOf(step);
  const { icon: Icon, word } = STEP_KINDS[kind];
  return (
    <span className={clsx(styles.side, styles[`step-${kind}`], failed && styles.failure)} role="gridcell">
      <span className={clsx(styles.sideIndex, 'number')}>
        {hasEntry(step) && kind !== 'result' ? `#${entry!}` : ''}
      </span>
      <Icon aria-label={word} className={styles.stepKind} />
      {kind === 'call' ? <span className={clsx('mono', styles.sideTitle)}>{legible(tool)}</span> : null}
      {kind === 'result' && failed ? <span className={styles.stepFailed}>failed</span> : null}
      <span className={clsx(styles.sideSummary, styles[`marks-${side}`])}>
        {other === undefined || other.text === step.text ? (
          text
        ) : (
          <Marked {...differingPart(text, lineOf(other))} />
        )}
      </span>
    </span>
  );
}
