import { type JSX, useEffect, useRef, useState } from 'react';
import type { LogEntry, RunSummary } from '../../../engine/model/index.ts';
import { branchRun } from '../../stores/runs.ts';
import { useStores, usePrograms } from '../../stores/use-stores.ts';
import { appOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import {
  interventionFor,
  isComplete,
  type ChangeKind,
  CHANGE_KINDS,
  changeKindsAt,
  type Written,
  writtenAt,
} from './changes.ts';
import { ChangeFields } from './fields.tsx';
import styles from './branch.module.css';

/** After these the agent of a trace is another, or none. */
const TAKES_OVER: readonly ChangeKind[] = ['plain', 'oracle', 'script', 'program'];

/** What a branch at entry `at` shares with the run it leaves, in words. */
function noteFor(way: ChangeKind, at: number, { id, mode }: RunSummary): string {
  if (mode === 'trace') {
    const agent = `, and the agent does what it did${way === 'nothing' ? '' : ', but for this'}`;
    return `All before #${at} stands as it was recorded; then the plan goes on${TAKES_OVER.includes(way) ? '' : agent}.`;
  }
  if (way === 'nothing') return `It comes out as ${id} did, entry by entry, or shows where it does not.`;
  return way === 'set' || way === 'act'
    ? `All up to #${at} is as in ${id}, which stays as it is.`
    : `All before #${at} is as in ${id}, which stays as it is.`;
}

interface BranchFormProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly onDone: () => void;
}

/** What is to be otherwise from `entry` on. */
export function BranchForm({ run, entry, onDone }: BranchFormProps): JSX.Element {
  const stores = useStores();
  const programs = usePrograms();
  const ways = changeKindsAt(entry, run, programs);
  const [way, setWay] = useState<ChangeKind>(ways[0]!);
  const [written, setWritten] = useState<Written>(() =>
    writtenAt(entry, appOf(run, stores.panels.getState().app) ?? ''),
  );
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [way]);

  const start = async (): Promise<void> => {
    if (way === 'act') {
      onDone();
      stores.commands.run('run.call');
      return;
    }
    setBusy(true);
    const { thinking = 'frozen' } = stores.runSettings.getState().agent ?? {};
    const agent = way === 'program' ? { command: written.program, thinking } : undefined;
    if (await branchRun(stores, entry.index, interventionFor(way, entry, written), agent)) onDone();
    else setBusy(false);
  };
  return (
    <form
      ref={form}
      className={styles.branch}
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
            setWay(target.value as ChangeKind);
            setWritten({ ...written, value: undefined, program: programs[0] ?? '' });
          }}
        >
          {ways.map((one) => (
            <option key={one} value={one}>
              {CHANGE_KINDS[one]}
            </option>
          ))}
        </select>
      </label>
      <ChangeFields {...{ way, run, entry, written }} onWritten={setWritten} />
      <p className={styles.note}>{noteFor(way, entry.index, run)}</p>
      <div className={styles.buttons}>
        <Button label="Cancel" onClick={onDone} />
        <Button
          label={way === 'act' ? 'Choose the call…' : 'Run the branch'}
          tone="primary"
          type="submit"
          disabled={busy || !isComplete(way, written)}
        />
      </div>
    </form>
  );
}
