import clsx from 'clsx';
import { type JSX, type ReactNode, useState } from 'react';
import {
  type ActionEntry,
  type AppName,
  type Change,
  type Hint,
  type Json,
  type LogEntry,
  failureText,
  statusText,
  type Outcome,
  type SourceLocation,
} from '../../../engine/model/index.ts';
import type { LogRow } from '../../../preload/contract.ts';
import { formatUtc } from '../../ui/format/clock.ts';
import { formatCount } from '../../ui/format/numbers.ts';
import { entryTitle, KIND_WORDS, OTHER_QUESTION } from '../../ui/format/words.ts';
import { isIdle } from '../../ui/format/row-state.ts';
import { KindMark } from '../../ui/kind-mark.tsx';
import { Breakable, HintList, LongText } from '../../ui/text.tsx';
import { PlaceLink, useNavigation } from '../../ui/links.tsx';
import { Arguments, Calls, ErrorStack, Result } from './call.tsx';
import { Changes } from './changes.tsx';
import styles from './inspector.module.css';

interface EntryDetailsProps {
  readonly entry: LogEntry;
  /** The log, as far as it is known. */
  readonly rows: readonly LogRow[];
  /** States before the entry, of the apps in which it replaced a value. */
  readonly before: ReadonlyMap<AppName, Json>;
  /** Whether its run has a plan, and so events with names. */
  readonly isOfPlan: boolean;
  /** Source location of its event. */
  readonly place?: SourceLocation | undefined;
  readonly hints?: readonly Hint[];
  /** Writes a note on a changed value. */
  readonly onNote?: (change: Change) => void;
  /** Further content or actions for the entry. */
  readonly children?: ReactNode;
}

/** An entry in full: actor, action, time, causes, arguments, result and changes. */
export function EntryDetails(props: EntryDetailsProps): JSX.Element {
  const { entry, rows, before, isOfPlan, place, hints = [], onNote, children } = props;
  const verdict = entry.kind === 'condition' || entry.kind === 'validation' ? entry.verdict : undefined;
  const { app, tool } = 'action' in entry ? entry.action : {};
  return (
    <article className={styles.inspector}>
      <h2 className={styles.title}>
        <KindMark kind={entry.kind} idle={isIdle({ status: entry.outcome.status, verdict })} />
        <Breakable name={entryTitle({ app, tool, event: entry.event })} />
        <span className={clsx(styles.index, 'number')}>#{entry.index}</span>
      </h2>
      {place === undefined ? null : (
        <p className={styles.source}>
          <PlaceLink place={place} whole title="Go to source (F12)" />
        </p>
      )}
      <Facts entry={entry} rows={rows} isOfPlan={isOfPlan} />
      <HintList hints={hints} />
      <Checks entry={entry} />
      {'action' in entry ? <Arguments action={entry.action} /> : null}
      {'action' in entry || entry.outcome.status === 'failed' ? <Result outcome={entry.outcome} /> : null}
      {'calls' in entry && entry.calls.length > 0 ? (
        <section className={styles.part}>
          <h3>Calls made</h3>
          <Calls calls={entry.calls} />
        </section>
      ) : null}
      <Changes changes={entry.changes} before={before} onNote={onNote} />
      {children}
    </article>
  );
}

interface FactsProps {
  readonly entry: LogEntry;
  /** The log, as far as it is known. */
  readonly rows: readonly LogRow[];
  readonly isOfPlan: boolean;
}

/** Actor, action, time, causes and outcome. */
function Facts({ entry, rows, isOfPlan }: FactsProps): JSX.Element {
  return (
    <dl className={styles.facts}>
      <Fact name="Time">{formatUtc(entry.time)}</Fact>
      {entry.due === entry.time ? null : <Fact name="Due">{formatUtc(entry.due)}</Fact>}
      {'action' in entry ? (
        <>
          {isOfPlan ? (
            <Fact name="Event">
              <Breakable name={entry.event} />
            </Fact>
          ) : null}
          <Fact name="Actor">{KIND_WORDS[entry.kind] + (entry.oracle ? ', by the oracle' : '')}</Fact>
          {entry.outcome.status === 'skipped' ? null : <Fact name="Effect">{entry.action.effect}</Fact>}
          <Asides entry={entry} />
        </>
      ) : (
        <Fact name="Kind">{KIND_WORDS[entry.kind]}</Fact>
      )}
      {entry.causes.length === 0 ? null : (
        <Fact name="Caused by">
          <Causes causes={entry.causes} rows={rows} />
        </Fact>
      )}
      <Fact name="Outcome">
        <span className={styles[entry.outcome.status]}>{outcomeText(entry.outcome)}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Remarks on what is unusual about an action. */
function Asides({ entry }: { readonly entry: ActionEntry }): JSX.Element | null {
  const asides = [
    entry.direct === true ? 'not part of the scenario' : '',
    entry.quiet === true ? 'sent no notification' : '',
    entry.answersOther === true ? OTHER_QUESTION : '',
    entry.refused === true ? 'refused: invalid arguments' : '',
    entry.waited === undefined
      ? ''
      : `waited until ${entry.waited === 'told' ? 'a notification' : 'the timeout'}`,
  ].filter((text) => text !== '');
  return asides.length === 0 ? null : <Fact name="Note">{asides.join('; ')}</Fact>;
}

interface CausesProps {
  readonly causes: readonly number[];
  readonly rows: readonly LogRow[];
}

const MAX_CAUSES = 5; // listed at once

/** The entries that released this one; a click moves the playhead there. A long list opens from its count. */
function Causes({ causes, rows }: CausesProps): JSX.Element {
  const { seek } = useNavigation();
  const [open, setOpen] = useState(false);
  const many = causes.length > MAX_CAUSES;
  const fold = (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => {
        setOpen(!open);
      }}
    >
      {open ? 'Show fewer' : `${formatCount(causes.length)} causes`}
    </button>
  );
  if (many && !open) return <div className={styles.causes}>{fold}</div>;
  return (
    <ul className={styles.causes}>
      {many ? <li>{fold}</li> : null}
      {causes.map((at) => {
        const row = rows[at];
        return (
          <li key={at}>
            <button
              type="button"
              onClick={() => {
                seek(at);
              }}
            >
              <span className="number">#{at}</span>{' '}
              {row === undefined ? null : <Breakable name={entryTitle(row)} />}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** The condition and verdict of a check, or the verdicts of agent validations on an action. */
function Checks({ entry }: { readonly entry: LogEntry }): JSX.Element | null {
  switch (entry.kind) {
    case 'condition':
    case 'validation':
      return (
        <Part title="Check">
          {entry.kind === 'condition' ? (
            <Fact name="Name">
              <LongText text={entry.name} />
            </Fact>
          ) : null}
          <Fact name="Attempt">{formatCount(entry.attempt)}</Fact>
          <Fact name="Verdict">{entry.verdict}</Fact>
          {entry.kind === 'validation' ? <Goals {...entry} /> : null}
        </Part>
      );
    case 'agent-validation':
      return (
        <Part title="Watches the agent’s actions">
          <Names name="Milestones" names={entry.milestones} />
          <Names name="Minefields" names={entry.minefields} />
          {entry.timeout === undefined ? null : <Fact name="Timeout">{entry.timeout}</Fact>}
        </Part>
      );
    case 'stop':
      return null;
    case 'wait':
      return (
        <Part title="Wait">
          <Fact name="Ends">{`with a notification, or at ${formatUtc(entry.until)}`}</Fact>
        </Part>
      );
    case 'agent':
    case 'user':
    case 'environment':
      return (
        <>
          {entry.observations?.map((watched) => (
            <Part key={watched.validation} title={`Watched by ${watched.validation}`}>
              <Fact name="Verdict">{watched.verdict + (watched.late ? ', too late' : '')}</Fact>
              <Goals {...watched} />
              {watched.error === undefined ? null : (
                <Fact name="Error">
                  <LongText text={failureText(watched.error)} />
                  <ErrorStack error={watched.error} />
                </Fact>
              )}
            </Part>
          ))}
        </>
      );
  }
}

interface GoalsProps {
  readonly achieved: readonly string[];
  readonly open: readonly string[];
  readonly tripped: readonly string[];
}

function Goals({ achieved, open, tripped }: GoalsProps): JSX.Element {
  return (
    <>
      <Names name="Reached" names={achieved} />
      <Names name="Pending" names={open} />
      <Names name="Triggered" names={tripped} />
    </>
  );
}

function Names({
  name,
  names,
}: {
  readonly name: string;
  readonly names: readonly string[];
}): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <Fact name={name}>
      <LongText text={names.join('\n')} />
    </Fact>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
}

function Part({ title, children }: PartProps): JSX.Element {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      <dl className={styles.facts}>{children}</dl>
    </section>
  );
}

const outcomeText = (outcome: Outcome): string =>
  outcome.status === 'skipped' ? `skipped: ${outcome.reason}` : statusText(outcome.status);
