import type { JSX } from 'react';
import type { Written } from './ways.ts';

interface ProgramFieldProps {
  /** The commands that start them. */
  readonly programs: readonly string[];
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** Which program of the workspace acts as the agent. */
export function ProgramField({ programs, written, onWritten }: ProgramFieldProps): JSX.Element {
  return (
    <label>
      <span>Program</span>
      <select
        value={written.program}
        onChange={({ target }) => {
          onWritten({ ...written, program: target.value });
        }}
      >
        {programs.map((command) => (
          <option key={command}>{command}</option>
        ))}
      </select>
    </label>
  );
}
