import type { JSX } from 'react';
import type { RunSummary } from '../../engine/model/index.ts';
import { agentWords } from '../format/run-notes.ts';

/** The last that the program which acts as the agent wrote to its standard error; nothing where it wrote nothing. */
export function AgentWords({ run: { notes, state } }: { readonly run: RunSummary }): JSX.Element | null {
  const lines = agentWords(notes);
  if (lines.length === 0) return null;
  return (
    <details className="agent-words" open={state === 'interrupted'}>
      <summary>What the program wrote to its standard error</summary>
      <pre className="mono" tabIndex={0}>
        {lines.join('\n')}
      </pre>
    </details>
  );
}
