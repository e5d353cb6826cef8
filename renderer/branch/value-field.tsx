import type { JSX } from 'react';

interface ValueFieldProps {
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** The value that is to be there instead. */
export function ValueField({ value, onValue }: ValueFieldProps): JSX.Element {
  return (
    <label>
      <span>Value, as JSON or plain text</span>
      <textarea
        className="mono"
        rows={3}
        value={value}
        onChange={({ target }) => {
          onValue(target.value);
        }}
      />
    </label>
  );
}
