import { Hourglass, type LucideIcon } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import { showMoreQueued } from '../../stores/panels.ts';
import { useHints } from '../../stores/plan.ts';
import { canRepeat, isActive } from '../../stores/runs.ts';
import { selectEvent } from '../../stores/selection.ts';
import { useCodeAnswer, usePosition, useRows, useShownRun, useStores } from '../../stores/use-stores.ts';
import { Empty } from '../../ui/messages.tsx';
import { NoPlanView, QueueView, RunPlanButton } from './queue.tsx';
import { CheckedValuesView, WhyView } from './why.tsx';

/** The events that have not fired at the playhead: scheduled next, waiting for others, or never firing. */
export function Queue(): JSX.Element {
  const stores = useStores();
  const run = useShownRun();
  const at = usePosition();
  const { run: of, plan, statuses, problem } = useStore(stores.plan);
  const picked = useStore(stores.selection, ({ event }) => event);
  const shownInGraph = useStore(stores.panels, ({ centre, dock }) => centre === 'graph' && dock === 'queue');
  if (run === undefined)
    return (
      <Empty icon={Hourglass} title="No run open">
        Open a scenario and press F5, or F10 to step. Events that have not fired appear here, with the reason.
      </Empty>
    );
  return (
    <QueueView
      plan={of === run.id ? plan : undefined}
      {...{ statuses, picked }}
      problem={of === run.id ? problem : undefined}
      goesOn={at < run.entries - 1 || isActive(run)}
      onPick={(event) => {
        selectEvent(stores, event);
      }}
      onMore={() => {
        showMoreQueued(stores.panels);
      }}
      noPlan={<NoPlan icon={Hourglass} />}
      why={shownInGraph ? null : <Why />}
    />
  );
}

/** Why the picked event has not fired; `null` without one. */
export function Why(): JSX.Element | null {
  const stores = useStores();
  const picked = useStore(stores.selection, ({ event }) => event);
  const why = useStore(stores.plan, (state) => state.why);
  const hints = useHints(picked ?? '');
  if (why === undefined || why.event !== picked) return null;
  return (
    <WhyView
      {...why}
      hints={hints}
      onPick={(event) => {
        selectEvent(stores, event);
      }}
      valuesAt={(entry) => <CheckValues key={entry} entry={entry} />}
    />
  );
}

/** The values that the check of an entry of the shown run read; `null` for other entries. */
function CheckValues({ entry }: { readonly entry: number }): JSX.Element | null {
  const run = useShownRun();
  const kind = useRows()[entry]?.kind;
  const asks = run !== undefined && run.mode !== 'trace' && (kind === 'condition' || kind === 'validation');
  const { reply, onTrust } = useCodeAnswer('plan.values', asks ? { run: run.id, index: entry } : undefined);
  if (!asks) return null;
  return (
    <CheckedValuesView
      checks={reply?.ok === true ? reply.value : undefined}
      problem={reply?.ok === false ? reply.error.message : undefined}
      onTrust={onTrust}
    />
  );
}

/** Shown when the run has no plan. */
export function NoPlan({ icon }: { readonly icon: LucideIcon }): JSX.Element {
  const { commands } = useStores();
  const run = useShownRun();
  const recorded = run?.mode === 'trace';
  const runPlan = (): void => {
    commands.run('run.restart');
  };
  return <NoPlanView {...{ icon, recorded }} onRunPlan={recorded && canRepeat(run) ? runPlan : undefined} />;
}

/** Starts a run of the shown trace's plan. */
export function RunPlan(): JSX.Element {
  const { commands } = useStores();
  return (
    <RunPlanButton
      onRun={() => {
        commands.run('run.restart');
      }}
    />
  );
}
