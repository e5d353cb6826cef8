import type { JSX } from 'react';
import type { RunId } from '../../../engine/model/index.ts';
import { Button } from '../button.tsx';
import styles from './question.module.css';

interface QuestionProps {
  readonly label: string;
  readonly text: string;
  /** Label of the confirming button. */
  readonly yes: string;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks for confirmation in place, before something is deleted. */
export function Question({ label, text, yes, onAnswer }: QuestionProps): JSX.Element {
  return (
    <div
      className={styles.question}
      role="alertdialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onAnswer(false);
      }}
    >
      <p>{text}</p>
      <Button
        autoFocus
        label="Cancel"
        onClick={() => {
          onAnswer(false);
        }}
      />
      <Button
        tone="danger"
        label={yes}
        onClick={() => {
          onAnswer(true);
        }}
      />
    </div>
  );
}

interface DeleteRunQuestionProps {
  readonly run: RunId;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks whether to delete a run. */
export const DeleteRunQuestion = ({ run, onAnswer }: DeleteRunQuestionProps): JSX.Element => (
  <Question
    label={`Delete run ${run}`}
    text={`Delete ${run} with its log and notes? This cannot be undone.`}
    yes="Delete"
    onAnswer={onAnswer}
  />
);
