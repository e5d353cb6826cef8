import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { EventId, EventStatus } from '../../../engine/model/index.ts';
import { useHints } from '../../stores/plan.ts';
import { selectEvent, seek } from '../../stores/selection.ts';
import { useStores, useCount } from '../../stores/use-stores.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { Breakable, HintList } from '../../ui/text.tsx';
import styles from './why.module.css';

/** Why the picked event has not fired: one sentence, and a link to each thing in the way. */
export function Why(): JSX.Element | null {
  const { plan, selection } = useStores();
  const picked = useStore(selection, ({ event }) => event);
  const why = useStore(plan, (state) => state.why);
  const hints = useHints(picked ?? '');
  if (why === undefined || why.event !== picked) return null;
  const { event, status } = why;
  return (
    <section className={styles.why} aria-label="Why has it not fired?">
      <h3>
        {status.kind === 'fired' ? 'It has fired' : 'Why has it not fired?'}{' '}
        <span className="mono">
          <Breakable name={event} />
        </span>
      </h3>
      {status.kind === 'waiting' ? (
        <>
          <p>
            It waits for {status.waitsFor.length === 1 ? 'this' : `all of these ${status.waitsFor.length}`}:
          </p>
          <ul>
            {status.waitsFor.map((before) => (
              <li key={before}>
                <EventLink event={before} />
              </li>
            ))}
          </ul>
          <p>What stands in the way in the end:</p>
          <ul aria-label="Obstacles">
            {status.blockedBy.map((obstacle) => (
              <li key={obstacle.event}>
                <EventLink event={obstacle.event} /> <Sentence status={obstacle.status} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          <Sentence status={status} />
        </p>
      )}
      <HintList hints={hints} />
    </section>
  );
}

/** Where an event stands, as one would say it. */
function Sentence({ status }: { readonly status: Exclude<EventStatus, { kind: 'waiting' }> }): JSX.Element {
  switch (status.kind) {
    case 'fired':
      return (
        <>
          happened at <EntryLink entry={status.entry} />
        </>
      );
    case 'scheduled':
      return (
        <>
          {status.withinRun
            ? `is due at ${formatClock(status.time)}`
            : `would be due at ${formatClock(status.time)}, after the end of the run`}
        </>
      );
    case 'not-held':
      return (
        <>
          did not hold when it was last looked at, in <EntryLink entry={status.entry} /> at{' '}
          {formatClock(status.checked)}; next at {formatClock(status.next)}
        </>
      );
    case 'watching':
      return (
        <>
          watches the agent since <EntryLink entry={status.entry} />
        </>
      );
    case 'never-releases':
      return (
        <>
          lets nothing follow: {status.reason}, in <EntryLink entry={status.entry} />
        </>
      );
    case 'dormant':
      return <>is left out until it is scheduled</>;
    case 'unknown':
      return <>is no event of this scenario</>;
  }
}

function EventLink({ event }: { readonly event: EventId }): JSX.Element {
  const stores = useStores();
  return (
    <button
      type="button"
      className={clsx(styles.link, 'mono')}
      onClick={() => {
        selectEvent(stores, event);
      }}
    >
      <Breakable name={event} />
    </button>
  );
}

function EntryLink({ entry }: { readonly entry: number }): JSX.Element {
  const { selection } = useStores();
  const count = useCount();
  return (
    <button
      type="button"
      className={clsx(styles.link, 'number')}
      onClick={() => {
        seek(selection, entry, count);
      }}
    >
      #{entry}
    </button>
  );
}
