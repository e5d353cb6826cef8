import { type JSX, useCallback, useMemo, useState } from 'react';
import { ArrowDownToLine, GitBranch, GitBranchPlus, GitCompareArrows } from 'lucide-react';
import {
  isTrajectory,
  type LogEntry,
  type RunSummary,
  describeChanges,
  DEFAULT_THINKING,
} from '../../../engine/model/index.ts';
import { notify } from '../../stores/notices.ts';
import { readState } from '../../stores/inspection.ts';
import { branchRun } from '../../stores/run-branches.ts';
import {
  useCommand,
  useAgentPrograms,
  useAgentScripts,
  useShownRun,
  useStores,
} from '../../stores/use-stores.ts';
import { appOf } from '../../stores/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { BranchForm } from './branch-form.tsx';
import styles from './branch.module.css';

/** Runs again up to the selected event or entry, and pauses there. */
export function RunHere(): JSX.Element | null {
  const { commands } = useStores();
  const run = useShownRun();
  if (run === undefined || run.mode === 'trace') return null;
  return (
    <Button
      icon={ArrowDownToLine}
      label="Run to here"
      command="run.here"
      onClick={() => {
        commands.run('run.here');
      }}
    />
  );
}

/** Starts a branch: a run that equals the shown one up to this entry and has one change. */
export function Branch({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  const run = useShownRun();
  /** The entry that the form was opened for; moving to another closes it. */
  const [open, setOpen] = useState<number>();
  if (open !== undefined && open !== entry.index) setOpen(undefined);
  const begin = (): void => {
    setOpen(entry.index);
  };
  useCommand('run.branch', begin, run !== undefined);
  if (run === undefined) return null;
  if (open !== entry.index)
    return <Button icon={GitBranchPlus} label="Branch from here" command="run.branch" onClick={begin} />;
  return (
    <BranchEntry
      {...{ run, entry }}
      onDone={() => {
        setOpen(undefined);
      }}
    />
  );
}

/** Says why no branch can start, when its key is pressed in a trajectory or before the first entry. */
export function BranchRefusal({ run }: { readonly run: RunSummary }): null {
  const { notices } = useStores();
  useCommand('run.branch', () => {
    const why = isTrajectory(run)
      ? `${run.id} cannot branch: it is a recording of another tool, and its tools are not here.`
      : run.entries === 0
        ? `${run.id} cannot branch: it has no entries.`
        : 'A branch starts at an entry. Press → for the first one.';
    notify(notices, 'hint', why);
  });
  return null;
}

interface BranchEntryProps {
  readonly run: RunSummary;
  readonly entry: LogEntry;
  readonly onDone: () => void;
}

/** The form of a branch at `entry`. */
export function BranchEntry({ run, entry, onDone }: BranchEntryProps): JSX.Element {
  const stores = useStores();
  const programs = useAgentPrograms();
  const scripts = useAgentScripts();
  const agents = useMemo(() => ({ programs, scripts }), [programs, scripts]);
  const { bridge } = stores;
  const { id } = run;
  const { index } = entry;
  const loadState = useCallback(
    async (app: string) => {
      const reply = await readState(bridge, { run: id, app, at: index });
      return reply.ok ? reply.value : undefined;
    },
    [bridge, id, index],
  );
  return (
    <BranchForm
      {...{ run, entry, agents, loadState, onDone }}
      app={appOf(run, stores.panels.getState().app) ?? ''}
      onCall={() => {
        stores.commands.run('run.call');
      }}
      onBranch={(intervention, program) => {
        const { thinking = DEFAULT_THINKING } = stores.runSettings.getState().agent ?? {};
        const agent = program === undefined ? undefined : { program, thinking };
        return branchRun(stores, index, intervention, agent);
      }}
    />
  );
}

/** The parent run of a branch, its branch point and its changes; `null` for other runs. */
export function OriginLine({ run: { origin, choices } }: { readonly run: RunSummary }): JSX.Element | null {
  const { commands } = useStores();
  if (origin === undefined) return null;
  const { parent, at, interventions } = origin;
  return (
    <div className={styles.origin} role="group" aria-label="Branch point">
      <GitBranch aria-hidden />
      <span>
        {`Branch of ${parent} at #${at}: `}
        {interventions.length === 0 ? 'no change' : describeChanges(interventions, choices?.agent)}
      </span>
      <Button
        icon={GitCompareArrows}
        label="Compare with parent"
        command="comparison.open"
        onClick={() => {
          commands.run('comparison.open');
        }}
      />
    </div>
  );
}
