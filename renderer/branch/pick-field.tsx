import type { JSX } from 'react';

interface PickFieldProps {
  readonly label: string;
  readonly choices: readonly string[];
  /** Empty until one is picked. */
  readonly picked: string;
  readonly onPick: (choice: string) => void;
}

/** One of what the workspace has of something. */
export function PickField({ label, choices, picked, onPick }: PickFieldProps): JSX.Element {
  return (
    <label>
      <span>{label}</span>
      <select
        value={picked}
        onChange={({ target }) => {
          onPick(target.value);
        }}
      >
        {picked === '' ? (
          <option value="" disabled>
            Choose one…
          </option>
        ) : null}
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}
