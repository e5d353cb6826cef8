import { type JSX, useState } from 'react';
import styles from './name-field.module.css';

interface NameFieldProps {
  readonly name: string;
  /** Called with the name, or `undefined` if cancelled. */
  readonly onDone: (name: string | undefined) => void;
  /** Called when the field loses the focus. */
  readonly onLeave: () => void;
}

/** A field in the place of a name, to change it: Enter sets the new one, Escape cancels. */
export function NameField({ name, onDone, onLeave }: NameFieldProps): JSX.Element {
  const [typed, setTyped] = useState(name);
  return (
    <input
      autoFocus
      type="text"
      className={styles.field}
      aria-label={`New name for ${name}`}
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value);
      }}
      onFocus={(event) => {
        event.target.select();
      }}
      onBlur={onLeave}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onDone(undefined);
        if (event.key !== 'Enter') return;
        // The item takes the focus at once, and would be pressed by this key.
        event.preventDefault();
        onDone(typed.trim() === '' ? undefined : typed.trim());
      }}
    />
  );
}
