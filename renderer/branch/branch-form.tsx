import { useEffect, useRef, useState, type JSX } from 'react';
import type { LogEntry, RunSummary } from '../../engine/model/index.ts';
import { Button } from '../elements/button.tsx';
import { appOf } from '../state/workspace-store.ts';
import { branchRun } from '../state/run-control.ts';
import { useBench, usePrograms } from '../state/use-bench.ts';
import { noteFor } from './note-for.ts';
import { WayFields } from './way-fields.tsx';
import { amendmentFor, isWhole, WAYS, waysAt, writtenAt, type Way, type Written } from './ways.ts';

interface BranchFormProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly onDone: () => void;
}

/** What is to be otherwise from `entry` on. */
export function BranchForm({ run, entry, onDone }: BranchFormProps): JSX.Element {
  const bench = useBench();
  const programs = usePrograms();
  const ways = waysAt(entry, run, programs);
  const [way, setWay] = useState<Way>(ways[0]!);
  const [written, setWritten] = useState<Written>(() =>
    writtenAt(entry, appOf(run, bench.panels.getState().app) ?? ''),
  );
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [way]);

  const start = async (): Promise<void> => {
    if (way === 'act') {
      onDone();
      bench.commands.run('run.call');
      return;
    }
    setBusy(true);
    const { thinking = 'frozen' } = bench.settings.getState().agent ?? {};
    const agent = way === 'program' ? { command: written.program, thinking } : undefined;
    if (await branchRun(bench, entry.index, amendmentFor(way, entry, written), agent)) onDone();
    else setBusy(false);
  };
  return (
    <form
      ref={form}
      className="branch"
      aria-label="Branch"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      <label>
        <span>What is otherwise</span>
        <select
          autoFocus
          value={way}
          onChange={({ target }) => {
            setWay(target.value as Way);
            setWritten({ ...written, value: undefined, program: programs[0] ?? '' });
          }}
        >
          {ways.map((one) => (
            <option key={one} value={one}>
              {WAYS[one]}
            </option>
          ))}
        </select>
      </label>
      <WayFields {...{ way, run, entry, written }} onWritten={setWritten} />
      <p className="branch-note">{noteFor(way, entry.index, run)}</p>
      <div className="branch-buttons">
        <Button label="Cancel" onClick={onDone} />
        <Button
          label={way === 'act' ? 'Choose the call…' : 'Run the branch'}
          tone="primary"
          type="submit"
          disabled={busy || !isWhole(way, written)}
        />
      </div>
    </form>
  );
}
