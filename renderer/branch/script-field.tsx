import { useEffect, useState, type JSX } from 'react';
import { ask } from '../state/ask.ts';
import { useBench } from '../state/use-bench.ts';
import type { Written } from './ways.ts';

interface ScriptFieldProps {
  readonly written: Written;
  readonly onWritten: (written: Written) => void;
}

/** Which script the agent follows, of those in the workspace. */
export function ScriptField({ written, onWritten }: ScriptFieldProps): JSX.Element | null {
  const scripts = useScripts();
  if (scripts === undefined) return null;
  if (scripts.length === 0)
    return (
      <p className="branch-note">
        The workspace has none. A script is a JSON file in its folder agents/:{' '}
        <code>{'{"agent": [{"at": 12.5, "app": "mail", "tool": "send_email", "args": {}}]}'}</code>, with
        seconds after the start.
      </p>
    );
  return (
    <label>
      <span>Script</span>
      <select
        value={written.script}
        onChange={({ target }) => {
          onWritten({ ...written, script: target.value });
        }}
      >
        <option value="" disabled>
          Choose one…
        </option>
        {scripts.map((path) => (
          <option key={path}>{path}</option>
        ))}
      </select>
    </label>
  );
}

/** The scripts of agents in the workspace, by path; `undefined` until they have come. */
function useScripts(): readonly string[] | undefined {
  const { lab } = useBench();
  const [scripts, setScripts] = useState<readonly string[]>();
  useEffect(() => {
    let wanted = true;
    void ask(lab, 'workspace.agents', {}).then((reply) => {
      if (wanted) setScripts(reply.ok ? reply.value : []);
    });
    return () => {
      wanted = false;
    };
  }, [lab]);
  return scripts;
}
