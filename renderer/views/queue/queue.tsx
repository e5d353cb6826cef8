import clsx from 'clsx';
import { Hourglass, type LucideIcon } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import type { EventOutline, PendingEvent, PendingGroup } from '../../../engine/model/index.ts';
import type { CallProblem } from '../../../preload/contract.ts';
import type { PlanState } from '../../stores/plan.ts';
import { Button } from '../../ui/button.tsx';
import { moveFocus } from '../../ui/focus.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { HoverText, ShowMore } from '../../ui/text.tsx';
import styles from './queue.module.css';

interface QueueViewProps {
  /** `undefined` until loaded. */
  readonly plan: PlanState['plan'];
  readonly statuses: PlanState['statuses'];
  readonly problem: CallProblem | undefined;
  /** Whether the run will continue from here. */
  readonly goesOn: boolean;
  /** The picked event. */
  readonly picked: string | undefined;
  readonly onPick: (event: string) => void;
  /** Shows more events in each group. */
  readonly onMore: () => void;
  /** Shown when the run has no plan. */
  readonly noPlan: ReactNode;
  /** Explains why the picked event has not fired. */
  readonly why: ReactNode;
}

/** The events that have not fired: scheduled next, waiting for others, or never firing. */
export function QueueView(props: QueueViewProps): JSX.Element {
  const { plan, statuses, problem, goesOn, picked, onPick, onMore, noPlan, why } = props;
  if (problem !== undefined) return <Message text={problem.message} />;
  if (plan === null) return <>{noPlan}</>;
  if (plan === undefined || statuses === undefined) return <Empty title="Reading the events" busy />;
  const { next, waiting, never } = statuses.queue;
  if (next.count + waiting.count + never.count === 0)
    return <Empty icon={Hourglass} title="Every event has fired" />;
  return (
    <div className={styles.queue}>
      <div
        className={styles.list}
        onKeyDown={(event) => {
          moveFocus(event, `.${styles.row}`);
        }}
      >
        <EventGroup
          title={goesOn ? 'Next' : 'Left at the end'}
          group={next}
          {...{ plan, goesOn, picked, onPick, onMore }}
        />
        <EventGroup title="Waiting" group={waiting} {...{ plan, picked, onPick, onMore }} />
        <EventGroup title="Can never fire" group={never} {...{ plan, picked, onPick, onMore }} />
      </div>
      {why}
    </div>
  );
}

interface EventGroupProps extends Pick<QueueViewProps, 'picked' | 'onPick' | 'onMore'> {
  readonly title: string;
  readonly group: PendingGroup;
  readonly plan: { readonly events: readonly EventOutline[] };
  /** Whether the run will continue from here, with the first of the events. */
  readonly goesOn?: boolean;
}

function EventGroup(props: EventGroupProps): JSX.Element | null {
  const { title, group, plan, goesOn = false, picked, onPick, onMore } = props;
  const { count, first } = group;
  if (count === 0) return null;
  const pending = first.map(({ nth, ...rest }) => ({ event: plan.events[nth]!, ...rest }));
  // Without any time, the column would be an empty margin.
  const timed = pending.some(({ time }) => time !== undefined);
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className="number">{formatCount(count)}</span>
      </h3>
      <ul>
        {pending.map(({ event, status, time }, index) => (
          <li key={event.id}>
            <button
              type="button"
              className={clsx(styles.row, timed && styles.timed, goesOn && index === 0 && styles.comesNext)}
              aria-pressed={picked === event.id}
              onClick={() => {
                onPick(event.id);
              }}
            >
              {timed ? (
                <span className={clsx('number', styles.time)}>
                  {time === undefined ? '' : formatClock(time)}
                </span>
              ) : null}
              <KindMark kind={event.kind} idle />
              <HoverText className={clsx('mono', styles.name)} text={event.id} />
              <HoverText className={styles.why} text={goesOn && index === 0 ? 'next' : shortReason(status)} />
            </button>
          </li>
        ))}
      </ul>
      <ShowMore left={count - first.length} onMore={onMore} />
    </section>
  );
}

function shortReason(status: PendingEvent['status']): string {
  switch (status.kind) {
    case 'scheduled':
      return status.withinRun ? 'scheduled' : 'scheduled after the end of the run';
    case 'not-held':
      return 'not met yet';
    case 'waiting':
      return `after ${status.waitsFor.join(', ')}`;
    case 'in-wait':
      return 'its tool waits';
    case 'watching':
      return 'watching the agent';
    case 'awaits-agent':
      return 'waiting for the agent’s message to the user';
    case 'never-releases':
      return status.reason;
    case 'dormant':
      return 'until another event schedules it';
    case 'fired':
    case 'unknown':
      return '';
  }
}

/** Starts a run of a trace's plan. */
export const RunPlanButton = ({ onRun }: { readonly onRun: () => void }): JSX.Element => (
  <Button label="Rerun trace" command="run.restart" onClick={onRun} />
);

interface NoPlanViewProps {
  readonly icon: LucideIcon;
  readonly recorded: boolean;
  /** Runs the plan of the trace; `undefined` if it has none. */
  readonly onRunPlan: (() => void) | undefined;
}

/** Shown for a run without a plan. */
export function NoPlanView({ icon, recorded, onRunPlan }: NoPlanViewProps): JSX.Element {
  return (
    <Empty
      icon={icon}
      title={recorded ? 'Traces do not record dependencies' : 'This run has no planned events'}
    >
      {onRunPlan === undefined ? null : (
        <>
          <p>Rerun the trace to see its events and their dependencies.</p>
          <RunPlanButton onRun={onRunPlan} />
        </>
      )}
    </Empty>
  );
}
