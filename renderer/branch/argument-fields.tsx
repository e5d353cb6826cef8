import type { JSX } from 'react';
import type { ActionEntry } from '../../engine/model/index.ts';
import { ValueField } from './value-field.tsx';
import { argumentsOf, textOf, type Written } from './ways.ts';

interface ArgumentFieldsProps {
  readonly entry: ActionEntry;
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** Which argument of a planned action has which other value. */
export function ArgumentFields({ entry, written, onWritten }: ArgumentFieldsProps): JSX.Element {
  const args = argumentsOf(entry);
  return (
    <>
      <label>
        <span>Argument</span>
        <select
          value={written.argument}
          onChange={({ target }) => {
            onWritten({ ...written, argument: target.value, value: undefined });
          }}
        >
          {Object.keys(args).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <ValueField
        value={written.value ?? textOf(args[written.argument])}
        onValue={(value) => {
          onWritten({ ...written, value });
        }}
      />
    </>
  );
}
