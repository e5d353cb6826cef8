import { type JSX, useState } from 'react';
import type { EntryChange, Json, LogEntry, RunSummary } from '../../../engine/model/index.ts';
import { ChangeForm } from '../../ui/change-form.tsx';
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
  const start = (): Promise<boolean> => {
    if (way === 'act') {
      onCall();
      return Promise.resolve(true);
    }
    const program = way === 'program' ? written.program : undefined;
    return onBranch(interventionFor(way, entry, written), program);
  };
  return (
    <ChangeForm
      label="Branch"
      className={styles.branch}
      kind={way}
      kinds={ways.map((one) => ({ value: one, label: CHANGE_KINDS[one] }))}
      onKind={(chosen) => {
        setWay(chosen);
        setWritten({ ...written, value: undefined, program: programs[0] ?? '' });
      }}
      problem={valueProblem(way, entry, written)}
      note={noteFor(way, entry.index, run)}
      submitLabel={way === 'act' ? 'Choose the call…' : 'Run branch'}
      canSubmit={isComplete(way, written)}
      onSubmit={start}
      onDone={onDone}
    >
      <ChangeFields {...{ way, run, entry, written, agents, loadState }} onWritten={setWritten} />
    </ChangeForm>
  );
}
