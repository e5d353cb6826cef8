import type { JSX } from 'react';
import styles from './segments.module.css';

interface SegmentsProps<Id extends string> {
  readonly label: string;
  readonly choices: Readonly<Partial<Record<Id, string>>>;
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
  readonly disabled?: boolean;
}

/** A choice between two or three visible options. */
export function Segments<Id extends string>(props: SegmentsProps<Id>): JSX.Element {
  return (
    <div className={styles.segments} role="radiogroup" aria-label={props.label}>
      {(Object.entries(props.choices) as [Id, string][]).map(([id, word]) => (
        <label key={id}>
          <input
            type="radio"
            name={props.label}
            checked={id === props.chosen}
            disabled={props.disabled}
            onChange={() => {
              props.onChoose(id);
            }}
          />
          <span>{word}</span>
        </label>
      ))}
    </div>
  );
}
