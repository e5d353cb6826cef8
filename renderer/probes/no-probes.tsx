import { useMemo, type JSX } from 'react';
import { Activity } from 'lucide-react';
import type { Json, RunSummary } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { addProbe } from '../state/probe-control.ts';
import { useAnswer } from '../state/use-answer.ts';
import { useBench } from '../state/use-bench.ts';
import { exampleOf } from './example.ts';

/** What probes are for, with one that fits the run to begin with. */
export function NoProbes({ run }: { readonly run: RunSummary | undefined }): JSX.Element {
  const bench = useBench();
  // The first app that is no chat: of what is said there is a log already.
  const app = run?.apps.find(({ class: name }) => name !== 'AgentUserInterface') ?? run?.apps[0];
  // As it begins: that stays the same while the run goes on.
  const answered = useAnswer('state.read', run && app && { run: run.id, app: app.name, at: -1 });
  const example = useMemo(
    () =>
      answered?.reply.ok === true
        ? exampleOf(answered.request.app, JSON.parse(answered.reply.value) as Json)
        : undefined,
    [answered],
  );
  return (
    <div className="probes-none">
      <p>
        None yet. A probe is an expression on the apps’ states that is followed over the whole run: a lane of
        the timeline, and its value at the playhead.
      </p>
      {example === undefined || run === undefined ? null : (
        <p>
          <Button
            icon={Activity}
            label="Add"
            onClick={() => void addProbe(bench, { name: '', expression: example })}
          />
          <code className="mono">{example}</code>
        </p>
      )}
    </div>
  );
}
