import type { JSX } from 'react';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { usePrograms } from '../state/use-bench.ts';
import { ArgumentFields } from './argument-fields.tsx';
import { PickField } from './pick-field.tsx';
import { ScriptField } from './script-field.tsx';
import { ValueFields } from './value-fields.tsx';
import { plannedIn, type Way, type Written } from './ways.ts';

interface WayFieldsProps {
  readonly way: Way;
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** What is asked for beside the way; nothing where that says all. */
export function WayFields({ way, run, entry, written, onWritten }: WayFieldsProps): JSX.Element | null {
  const programs = usePrograms();
  const planned = plannedIn(entry);
  switch (way) {
    case 'argument':
      return planned === undefined ? null : (
        <ArgumentFields entry={planned} written={written} onWritten={onWritten} />
      );
    case 'set':
      return <ValueFields run={run} at={entry.index} written={written} onWritten={onWritten} />;
    case 'program':
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
    case 'script':
      return (
        <ScriptField
          script={written.script}
          onPick={(script) => {
            onWritten({ ...written, script });
          }}
        />
      );
    case 'leave-out':
    case 'act':
    case 'plain':
    case 'oracle':
    case 'recorded':
    case 'nothing':
      return null;
  }
}
