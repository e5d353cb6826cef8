import type { JSX } from 'react';
import { Button } from '../button.tsx';
import styles from './question.module.css';

interface QuestionProps {
  readonly label: string;
  readonly text: string;
  /** What the person says who wants it. */
  readonly yes: string;
  readonly onAnswer: (yes: boolean) => void;
}

/** Asks, in place, before something is gone. */
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
