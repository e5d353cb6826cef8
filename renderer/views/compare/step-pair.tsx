import { ExternalLink } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type AttemptStep,
  hasEntry,
  legible,
  type MarkedStep,
  type RunId,
} from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount } from '../../ui/format/numbers.ts';
import { STEP_KINDS } from '../../ui/step-kinds.ts';
import type { SideName } from './pair-row.tsx';
import styles from './compare.module.css';

/** A step of one of two attempts, with its whole text. */
interface StepSide {
  readonly run: RunId;
  /** `undefined` if the attempt has no step in the row. */
  readonly step: AttemptStep | undefined;
  /** `undefined` until loaded. */
  readonly text: MarkedStep | undefined;
}

interface StepPairProps {
  readonly sides: Readonly<Record<SideName, StepSide>>;
  /** `undefined` in a report. */
  readonly onOpen?: ((run: RunId, step: AttemptStep) => void) | undefined;
}

const SIDES = [
  ['a', 'A'],
  ['b', 'B'],
] as const;

/** Two steps that correspond to each other, with the words that differ marked, or a step that only one attempt has. */
export const StepPair = ({ sides, onOpen }: StepPairProps): JSX.Element => (
  <div className={styles.stepSides}>
    {SIDES.map(([name, letter]) => {
      const { run, step, text } = sides[name];
      if (step === undefined)
        return (
          <section key={name}>
            <p className={styles.detailsNote}>{`${letter} has no step like this.`}</p>
          </section>
        );
      return (
        <section key={name} aria-label={`The step in ${letter}`}>
          <header className={styles.stepHead}>
            <b>{letter}</b>
            <span>{titleOf(step)}</span>
            {step.failed ? <span className={styles.stepFailed}>failed</span> : null}
            <span className={styles.spacer} />
            {onOpen === undefined ? null : (
              <Button
                bare
                icon={ExternalLink}
                label={`Open in ${run}`}
                onClick={() => {
                  onOpen(run, step);
                }}
              />
            )}
          </header>
          {text === undefined ? null : <StepTextView text={text} side={name} />}
        </section>
      );
    })}
  </div>
);

function titleOf(step: AttemptStep): string {
  const number = hasEntry(step) ? ` #${step.entry!}` : '';
  return `${STEP_KINDS[step.kind].word}${step.tool === '' ? '' : ` ${legible(step.tool)}`}${number}`;
}

interface StepTextProps {
  readonly text: MarkedStep;
  /** The side of a pair, by which its differing words are coloured. */
  readonly side?: SideName;
}

/** The whole text of a step, with the words that differ marked. */
export function StepTextView({ text: { text, differing, cut }, side }: StepTextProps): JSX.Element {
  // Marks on all of a text would tell nothing.
  const isWhole = differing.length === 1 && differing[0]![0] === 0 && differing[0]![1] === text.length;
  const pieces: JSX.Element[] = [];
  let from = 0;
  for (const [begin, end] of isWhole ? [] : differing) {
    pieces.push(
      <span key={from}>{legible(text.slice(from, begin))}</span>,
      <mark key={`${begin} differs`}>{legible(text.slice(begin, end))}</mark>,
    );
    from = end;
  }
  return (
    <>
      <pre className={clsx(styles.stepText, side && styles[`marks-${side}`])}>
        {pieces}
        {legible(text.slice(from))}
      </pre>
      {cut === 0 ? null : (
        <p className={styles.detailsNote}>
          {`${formatCount(cut)} more characters are not compared. Open the run to read them.`}
        </p>
      )}
    </>
  );
}
