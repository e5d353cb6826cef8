import { Hourglass } from 'lucide-react';
import { type JSX, useMemo } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import { selectEvent } from '../../stores/selection.ts';
import { useStores, usePosition, useShownRun } from '../../stores/use-stores.ts';
import { moveFocus } from '../../ui/focus.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { Empty, Message } from '../../ui/messages.tsx';
import { useShowMore } from '../../ui/text.tsx';
import { NoPlan } from './no-plan.tsx';
import { type Pending, queueOf } from './order.ts';
import { Why } from './why.tsx';
import styles from './queue.module.css';

/** What has not fired at the playhead: what comes next and when, what waits for what, and what never will. */
export function QueueView(): JSX.Element {
  const run = useShownRun();
  const at = usePosition();
  const stores = useStores();
  const { run: of, plan, statuses, refusal } = useStore(stores.plan);
  const toldByGraph = useStore(stores.panels, ({ centre }) => centre === 'graph');
  const queue = useMemo(() => queueOf(plan?.events ?? [], statuses), [plan, statuses]);
  if (run === undefined)
    return (
      <Empty icon={Hourglass} title="No run on show">
        Run a scenario, or step into it with F10: what waits to fire is listed here, with the reason.
      </Empty>
    );
  if (of !== run.id) return <Empty title="Reading the plan" busy />;
  if (refusal !== undefined) return <Message text={refusal.message} />;
  if (plan === null) return <NoPlan icon={Hourglass} />;
  if (plan === undefined) return <Empty title="Reading the plan" busy />;
  const { next, waiting, never } = queue;
  const goesOn = at < run.entries - 1 || run.state === 'running' || run.state === 'paused';
  if (next.length + waiting.length + never.length === 0)
    return <Empty icon={Hourglass} title="Every event has fired" />;
  return (
    <div className={styles.queue}>
      <div
        className={styles.list}
        onKeyDown={(event) => {
          moveFocus(event, `.${styles.row}`);
        }}
      >
        <Heap title="Next" events={next} goesOn={goesOn} />
        <Heap title="Waits for others" events={waiting} />
        <Heap title="Will not fire any more" events={never} />
      </div>
      {toldByGraph ? null : <Why />}
    </div>
  );
}

interface HeapProps {
  readonly title: string;
  readonly events: readonly Pending[];
  /** Whether the run goes on from here, with the first of them. */
  readonly goesOn?: boolean;
}

function Heap({ title, events, goesOn = false }: HeapProps): JSX.Element | null {
  const stores = useStores();
  const picked = useStore(stores.selection, ({ event }) => event);
  const [first, more] = useShowMore(events);
  if (events.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>
        {title} <span className="number">{formatCount(events.length)}</span>
      </h3>
      <ul>
        {first.map(({ event, status, time }, nth) => (
          <li key={event.id}>
            <button
              type="button"
              className={goesOn && nth === 0 ? clsx(styles.row, styles.comesNext) : styles.row}
              aria-pressed={picked === event.id}
              onClick={() => {
                selectEvent(stores, event.id);
              }}
            >
              <span className={clsx('number', styles.time)}>
                {time === undefined ? '' : formatClock(time)}
              </span>
              <KindMark kind={event.kind} idle />
              <span className={clsx('mono', styles.name)} title={event.id}>
                {event.id}
              </span>
              <Reason text={goesOn && nth === 0 ? 'comes next' : shortReason(status)} />
            </button>
          </li>
        ))}
      </ul>
      {more}
    </section>
  );
}

const Reason = ({ text }: { readonly text: string }): JSX.Element => (
  <span className={styles.why} title={text}>
    {text}
  </span>
);

function shortReason(status: Pending['status']): string {
  switch (status.kind) {
    case 'scheduled':
      return status.withinRun ? 'waits for its time' : 'due after the end of the run';
    case 'not-held':
      return 'did not hold yet';
    case 'waiting':
      return `after ${status.waitsFor.join(', ')}`;
    case 'watching':
      return 'watches the agent';
    case 'never-releases':
      return status.reason;
    case 'dormant':
      return 'left out until it is scheduled';
    case 'fired':
    case 'unknown':
      return '';
  }
}
