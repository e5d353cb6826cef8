import type { JSX } from 'react';
import { useScripts } from '../state/use-bench.ts';
import { PickField } from './pick-field.tsx';

interface ScriptFieldProps {
  readonly script: string;
  readonly onPick: (script: string) => void;
}

/** Which script the agent follows, of those in the workspace. */
export function ScriptField({ script, onPick }: ScriptFieldProps): JSX.Element {
  const scripts = useScripts();
  if (scripts.length > 0)
    return <PickField label="Script" choices={scripts} picked={script} onPick={onPick} />;
  return (
    <p className="branch-note">
      The workspace has none. A script is a JSON file in its folder agents/:{' '}
      <code>{'{"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {}}]}'}</code>, with
      seconds after the start.
    </p>
  );
}
