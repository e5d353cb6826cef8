import { useEffect, useRef, useState, type JSX } from 'react';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { RunSummary } from '../../engine/model/run.ts';
import { Button } from '../elements/button.tsx';
import { appOf } from '../state/workspace-store.ts';
import { branchRun } from '../state/run-control.ts';
import { useBench, usePrograms } from '../state/use-bench.ts';
import { ArgumentFields } from './argument-fields.tsx';
import { PickField } from './pick-field.tsx';
import { ScriptField } from './script-field.tsx';
import { ValueFields } from './value-fields.tsx';
import { amendmentFor, plannedIn, WAYS, waysAt, writtenAt, type Way, type Written } from './ways.ts';

interface BranchFormProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly onDone: () => void;
}

/** What is to be otherwise from `entry` on. */
export function BranchForm({ run, entry, onDone }: BranchFormProps): JSX.Element {
  const bench = useBench();
  const planned = plannedIn(entry);
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
  const incomplete =
    (way === 'set' && written.path === '') ||
    (way === 'script' && written.script === '') ||
    (way === 'program' && written.program === '') ||
    ((way === 'set' || way === 'argument') && written.value === undefined);
  return (
    <form
      ref={form}
      className="branch"
      aria-label="Branch"
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
      {way === 'argument' && planned !== undefined ? (
        <ArgumentFields entry={planned} written={written} onWritten={setWritten} />
      ) : null}
      {way === 'set' ? (
        <ValueFields run={run} at={entry.index} written={written} onWritten={setWritten} />
      ) : null}
      {way === 'program' ? (
        <PickField
          label="Program"
          choices={programs}
          picked={written.program}
          onPick={(program) => {
            setWritten({ ...written, program });
          }}
        />
      ) : null}
      {way === 'script' ? (
        <ScriptField
          script={written.script}
          onPick={(script) => {
            setWritten({ ...written, script });
          }}
        />
      ) : null}
      <p className="branch-note">{noteFor(way, entry.index, run)}</p>
      <div className="branch-buttons">
        <Button label="Cancel" onClick={onDone} />
        <Button
          label={way === 'act' ? 'Choose the call…' : 'Run the branch'}
          tone="primary"
          type="submit"
          disabled={busy || incomplete}
        />
      </div>
    </form>
  );
}

/** After these the agent of a trace is another, or none. */
const TAKES_OVER: readonly Way[] = ['plain', 'oracle', 'script', 'program'];

function noteFor(way: Way, at: number, { id, mode }: RunSummary): string {
  if (mode === 'trace') {
    const agent = `, and the agent does what it did${way === 'nothing' ? '' : ', but for this'}`;
    return `All before #${at} stands as it was recorded; then the plan goes on${TAKES_OVER.includes(way) ? '' : agent}.`;
  }
  if (way === 'nothing') return `It comes out as ${id} did, entry by entry, or shows where it does not.`;
  return way === 'set' || way === 'act'
    ? `All up to #${at} is as in ${id}, which stays as it is.`
    : `All before #${at} is as in ${id}, which stays as it is.`;
}
