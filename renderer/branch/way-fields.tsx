import type { JSX } from 'react';
import type { LogEntry, RunSummary } from '../../engine/model/index.ts';
import { usePrograms } from '../state/use-bench.ts';
import { ArgumentFields } from './argument-fields.tsx';
import { PickField } from './pick-field.tsx';
import { ScriptField } from './script-field.tsx';
import { ValueFields } from './value-fields.tsx';
import { plannedIn, type Way, type Written } from './ways.ts';

interface FieldsProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** What is asked for beside a way; one that is not listed says all. */
const FIELDS: Readonly<Partial<Record<Way, (props: FieldsProps) => JSX.Element | null>>> = {
  argument: ({ entry, ...rest }) => {
    const planned = plannedIn(entry);
    return planned === undefined ? null : <ArgumentFields entry={planned} {...rest} />;
  },
  set: ({ entry, ...rest }) => <ValueFields at={entry.index} {...rest} />,
  script: ({ written, onWritten }) => (
    <ScriptField
      script={written.script}
      onPick={(script) => {
        onWritten({ ...written, script });
      }}
    />
  ),
  program: ProgramField,
};

export function WayFields({ way, ...props }: FieldsProps & { readonly way: Way }): JSX.Element | null {
  const Fields = FIELDS[way];
  return Fields === undefined ? null : <Fields {...props} />;
}

function ProgramField({ written, onWritten }: FieldsProps): JSX.Element {
  const programs = usePrograms();
  return (
    <PickField
      label="Program"
      choices={programs}
      picked={written.program}
      onPick={(program) => {
        onWritten({ ...written, program });
      }}
    />
  );
}
