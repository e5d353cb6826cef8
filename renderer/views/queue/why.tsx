import type { JSX, ReactNode } from 'react';
import clsx from 'clsx';
import {
  type EventId,
  type EventStatus,
  type Hint,
  type CheckedValues,
  printPath,
} from '../../../engine/model/index.ts';
import { formatClock } from '../../ui/format/clock.ts';
import { EntryLink } from '../../ui/links.tsx';
import { Message, TrustCodeButton } from '../../ui/messages.tsx';
import { Breakable, HintList, LongText } from '../../ui/text.tsx';
import styles from './why.module.css';

interface WhyViewProps {
  readonly event: EventId;
  readonly status: EventStatus;
  readonly hints: readonly Hint[];
  readonly onPick: (event: EventId) => void;
  /** The values that the check of an entry read. */
  readonly valuesAt: (entry: number) => ReactNode;
}

/** Why an event has not fired: a sentence with links to what it waits for. */
export function WhyView({ event, status, hints, onPick, valuesAt }: WhyViewProps): JSX.Element {
  return (
    <section className={styles.why} aria-label="Why has it not fired?">
      <h3>
        {status.kind === 'fired' ? 'Fired' : 'Why has it not fired?'}{' '}
        <span className="mono">
          <Breakable name={event} />
        </span>
      </h3>
      {status.kind === 'waiting' ? (
        <>
          <p>Waits for {status.waitsFor.length === 1 ? 'this' : `all of these ${status.waitsFor.length}`}:</p>
          <ul>
            {status.waitsFor.map((before) => (
              <li key={before}>
                <EventLink event={before} onPick={onPick} />
              </li>
            ))}
          </ul>
          <p>Blocked by:</p>
          <ul aria-label="Blocked by">
            {status.blockedBy.map((obstacle) => (
              <li key={obstacle.event}>
                <EventLink event={obstacle.event} onPick={onPick} /> <Sentence status={obstacle.status} />
                {checkEntry(obstacle.status, valuesAt)}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p>
            <Sentence status={status} />
          </p>
          {checkEntry(status, valuesAt)}
        </>
      )}
      <HintList hints={hints} />
    </section>
  );
}

/** The values that the latest check read, if there was one. */
function checkEntry(status: EventStatus, valuesAt: WhyViewProps['valuesAt']): ReactNode {
  return status.kind === 'not-held' || status.kind === 'never-releases' || status.kind === 'fired'
    ? valuesAt(status.entry)
    : null;
}

/** The status of an event as a sentence. */
function Sentence({ status }: { readonly status: Exclude<EventStatus, { kind: 'waiting' }> }): JSX.Element {
  switch (status.kind) {
    case 'fired':
      return (
        <>
          fired at <EntryLink entry={status.entry} />
        </>
      );
    case 'scheduled':
      return (
        <>
          {status.withinRun
            ? `is scheduled for ${formatClock(status.time)}`
            : `is scheduled for ${formatClock(status.time)}, after the end of the run`}
        </>
      );
    case 'not-held':
      return (
        <>
          was not met at the last check, <EntryLink entry={status.entry} /> at {formatClock(status.checked)};
          next check at {formatClock(status.next)}
        </>
      );
    case 'in-wait':
      return (
        <>
          has called its tool at <EntryLink entry={status.entry} />, which waits until{' '}
          {formatClock(status.until)} or a notification
        </>
      );
    case 'watching':
      return (
        <>
          has watched the agent since <EntryLink entry={status.entry} />
        </>
      );
    case 'awaits-agent':
      return <>waits for the agent’s message to the user</>;
    case 'never-releases':
      return (
        <>
          blocks the events after it: {status.reason}, in <EntryLink entry={status.entry} />
        </>
      );
    case 'dormant':
      return <>waits until another event schedules it</>;
    case 'unknown':
      return <>is not an event of this scenario</>;
  }
}

type EventLinkProps = Pick<WhyViewProps, 'event' | 'onPick'>;

function EventLink({ event, onPick }: EventLinkProps): JSX.Element {
  return (
    <button
      type="button"
      className={clsx(styles.link, 'mono')}
      onClick={() => {
        onPick(event);
      }}
    >
      <Breakable name={event} />
    </button>
  );
}

interface CheckedValuesViewProps {
  /** `undefined` until loaded. */
  readonly checks: readonly CheckedValues[] | undefined;
  /** Error of reading the values. */
  readonly problem: string | undefined;
  /** Lets the person trust the run's code, which the check is. */
  readonly onTrust: (() => void) | undefined;
}

/** The values that a condition, or the milestones and minefields of a validation, read during its check. */
export function CheckedValuesView({ checks, problem, onTrust }: CheckedValuesViewProps): JSX.Element {
  if (problem !== undefined)
    return (
      <Message text={problem}>
        <TrustCodeButton onTrust={onTrust} />
      </Message>
    );
  if (checks === undefined) return <p className={styles.note}>Reading the values</p>;
  return (
    <>
      {checks.map((check) => (
        <section key={`${check.kind} ${check.name}`} className={styles.check}>
          <h4>
            {LABELS[check.kind]} <LongText text={check.name} limit={120} />{' '}
            <span className={styles[check.answer]}>{check.answer}</span>
          </h4>
          {check.error === undefined ? null : <LongText text={check.error} />}
          <Values {...check} />
        </section>
      ))}
    </>
  );
}

const LABELS = {
  condition: 'Condition',
  milestone: 'Milestone',
  minefield: 'Minefield',
} as const satisfies Record<CheckedValues['kind'], string>;

function Values({ reads, more, readsLog }: CheckedValues): JSX.Element {
  if (reads.length === 0 && !readsLog) return <p className={styles.note}>The check read no app state.</p>;
  return (
    <>
      <table className={styles.values} aria-label="Values read">
        <tbody>
          {reads.map(({ path, value }) => (
            <tr key={printPath(path)}>
              <th scope="row" className="mono">
                <Breakable name={printPath(path)} />
              </th>
              <td className={clsx('mono', value === undefined && styles.missing)} title={value}>
                {value ?? 'missing'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more === 0 ? null : <p className={styles.note}>{more} more values</p>}
      {readsLog ? <p className={styles.note}>The check also read the log.</p> : null}
    </>
  );
}
