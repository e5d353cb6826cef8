import { BadgeCheck, CircleX, ShieldCheck } from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import {
  type LogEntry,
  otherRuntimeText,
  type RunSummary,
  type Runtime,
  statusText,
} from '../../../engine/model/index.ts';
import type { VerificationState } from '../../stores/run-verification.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatEntries } from '../../ui/format/numbers.ts';
import { Message } from '../../ui/messages.tsx';
import { EntryLink } from '../../ui/links.tsx';
import styles from './verdict.module.css';

interface VerificationProps {
  readonly run: RunSummary;
  /** `undefined` until requested. */
  readonly verification: VerificationState | undefined;
  readonly onVerify: () => void;
  readonly onCancel: () => void;
}

/** The result of verifying a run, or a button to verify it. */
export function Verification({ run, verification, onVerify, onCancel }: VerificationProps): JSX.Element {
  const share = verification?.kind === 'under-way' ? verification.share : undefined;
  const busy = share !== undefined;
  return (
    <div className={styles.verification} role="group" aria-label="Verification">
      <h3>Verification</h3>
      {verification === undefined || verification.kind === 'under-way' ? (
        <span className={styles.soft}>Runs the scenario again and checks that the log is identical.</span>
      ) : verification.kind === 'refused' ? (
        <Message text={verification.message} />
      ) : verification.verified.differs === undefined ? (
        <Seal run={run} {...verification.verified} />
      ) : (
        <Broken
          at={verification.verified.same}
          runtimes={verification.verified.runtimes}
          {...verification.verified.differs}
        />
      )}
      <Button
        icon={ShieldCheck}
        label={busy ? `Verifying… ${Math.floor(share * 100)} %` : 'Verify'}
        className={busy ? clsx(styles.verifying, 'number') : undefined}
        disabled={busy}
        onClick={onVerify}
      />
      {busy ? <Button label="Cancel" onClick={onCancel} /> : null}
    </div>
  );
}

interface SealProps {
  readonly run: RunSummary;
  readonly same: number;
  /** Number of first entries that were recorded, not run again. */
  readonly recorded: number;
  /** Its log hash is of another version than this program's. */
  readonly hasOtherHash?: boolean;
}

function Seal({ run, same, recorded, hasOtherHash = false }: SealProps): JSX.Element {
  const { logHash, logHashVersion } = run;
  return (
    <span
      className={clsx(styles.verificationSeal, styles.good)}
      title={
        logHash === undefined
          ? undefined
          : `Log hash ${logHash}${hasOtherHash ? ` of version ${logHashVersion}` : ''}`
      }
    >
      <BadgeCheck aria-hidden />
      {`Reran ${formatEntries(same - recorded)}${recorded === 0 ? '' : ` after ${formatCount(recorded)} recorded ones`}: ${logHash === undefined || hasOtherHash ? 'all identical' : `same log hash ${logHash.slice(0, 8)}`}`}
    </span>
  );
}

interface BrokenProps {
  /** Index of the entry that differs. */
  readonly at: number;
  readonly was: LogEntry | undefined;
  readonly is: LogEntry | undefined;
  readonly runtimes: { readonly was: Runtime; readonly is: Runtime } | undefined;
}

function Broken({ at, was, is, runtimes }: BrokenProps): JSX.Element {
  return (
    <span className={clsx(styles.verificationSeal, styles.bad)}>
      <CircleX aria-hidden />
      <span>Entry</span> <EntryLink entry={at} />
      <span>{`differs: was ${verificationText(was)}, is ${verificationText(is)}`}</span>
      {runtimes === undefined ? null : <span>{otherRuntimeText(runtimes.was, runtimes.is)}</span>}
    </span>
  );
}

function verificationText(entry: LogEntry | undefined): string {
  if (entry === undefined) return 'nothing';
  const what =
    'action' in entry ? `${entry.action.app}.${entry.action.tool}` : `${entry.kind} ${entry.event}`;
  return `${what} (${statusText(entry.outcome.status)})`;
}
