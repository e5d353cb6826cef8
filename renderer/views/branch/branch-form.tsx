import clsx from 'clsx';
import { type JSX, useEffect, useRef, useState } from 'react';
import type { EntryChange, Json, LogEntry, RunSummary } from '../../../engine/model/index.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/messages.tsx';
import { Select } from '../../ui/select.tsx';
import {
  interventionFor,
  isComplete,
  type ChangeKind,
  CHANGE_KINDS,
  changeKindsAt,
  valueProblem,
  type BranchDraft,
  writtenAt,
} from './changes.ts';
import { ChangeFields } from './fields.tsx';
import formStyles from '../../ui/form.module.css';
import styles from './branch.module.css';

/** Changes that replace or remove the agent of a trace. */
const TAKES_OVER: readonly ChangeKind[] = ['plain', 'oracle', 'script', 'program'];

/** A sentence on what a branch at entry `at` has in common with its parent run. */
function noteFor(way: ChangeKind, at: number, { id, mode }: RunSummary): string {
  if (mode === 'trace') {
    const agent = `, and the agent’s recorded calls are replayed${way === 'nothing' ? '' : ' with this change'}`;
    return `Same as the recording before #${at}. Then the trace runs again${TAKES_OVER.includes(way) ? '' : agent}.`;
  }
  if (way === 'nothing')
    return `Runs ${id} again. The log is the same unless the scenario or Orrery changed.`;
  return way === 'set' || way === 'act'
    ? `Same as ${id} up to #${at}. ${id} is not changed.`
    : `Same as ${id} before #${at}. ${id} is not changed.`;
}

interface BranchFormProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  /** The app whose state is changed, until another is picked. */
  readonly app: string;
  /** The workspace's agents: paths of programs and scripts. */
  readonly agents: { readonly programs: readonly string[]; readonly scripts: readonly string[] };
  /** Returns an app's state right after the entry; `undefined` if not available. */
  readonly loadState: (app: string) => Promise<Json | undefined>;
  /** Opens the form for a tool call instead. */
  readonly onCall: () => void;
  /** Starts the branch, with `program` as the agent. Returns whether it started. */
  readonly onBranch: (intervention: EntryChange | undefined, program: string | undefined) => Promise<boolean>;
  readonly onDone: () => void;
}

/** A form for what changes from `entry` on. */
export function BranchForm(props: BranchFormProps): JSX.Element {
  const { run, entry, app, agents, loadState, onCall, onBranch, onDone } = props;
  const { programs } = agents;
  const ways = changeKindsAt(entry, run, programs);
  const [way, setWay] = useState<ChangeKind>(ways[0]!);
  const [written, setWritten] = useState<BranchDraft>(() => writtenAt(entry, app));
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [way]);

  const start = async (): Promise<void> => {
    if (way === 'act') {
      onDone();
      onCall();
      return;
    }
    setBusy(true);
    const program = way === 'program' ? written.program : undefined;
    if (await onBranch(interventionFor(way, entry, written), program)) onDone();
    else setBusy(false);
  };
  const problem = valueProblem(way, entry, written);
  return (
    <form
      ref={form}
      className={clsx(formStyles.form, styles.branch)}
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
      <div>
        <span aria-hidden>What to change</span>
        <Select
          label="What to change"
          autoFocus
          value={way}
          options={ways.map((one) => ({ value: one, label: CHANGE_KINDS[one] }))}
          onChoose={(chosen) => {
            setWay(chosen);
            setWritten({ ...written, value: undefined, program: programs[0] ?? '' });
          }}
        />
      </div>
      <ChangeFields {...{ way, run, entry, written, agents, loadState }} onWritten={setWritten} />
      {problem === undefined ? null : <Message text={problem} />}
      <p className={styles.note}>{noteFor(way, entry.index, run)}</p>
      <div className={formStyles.buttons}>
        <Button label="Cancel" onClick={onDone} />
        <Button
          label={way === 'act' ? 'Choose the call…' : 'Run branch'}
          tone="primary"
          type="submit"
          disabled={busy || problem !== undefined || !isComplete(way, written)}
        />
      </div>
    </form>
  );
}
