import { BadgeCheck, CircleX, ShieldCheck } from 'lucide-react';
import type { JSX } from 'react';
import { useStore } from 'zustand';
import clsx from 'clsx';
import type { LogEntry, RunSummary } from '../../../engine/model/index.ts';
import { showDock } from '../../stores/panels.ts';
import { cancelVerify, canVerify, verifyRun } from '../../stores/runs.ts';
import { useStores, useCommand, useShownRun } from '../../stores/use-stores.ts';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatEntries } from '../../ui/format/numbers.ts';
import { Message } from '../../ui/messages.tsx';
import { EntryLink } from '../links/index.ts';
import styles from './verdict.module.css';

/** Binds the command to the run on show, whatever is in sight. */
export function VerifyCommand(): null {
  const stores = useStores();
  const run = useShownRun();
  useCommand(
    'run.verify',
    () => {
      showDock(stores.panels, 'verdict');
      if (run !== undefined) void verifyRun(stores, run.id);
    },
    canVerify(run),
  );
  return null;
}

/** Whether the run comes out the same when it is run again, once that was asked; a way to ask. */
export function VerificationLine({ run }: { readonly run: RunSummary }): JSX.Element | null {
  const stores = useStores();
  const verification = useStore(stores.verifications, ({ byRun }) => byRun.get(run.id));
  if (!canVerify(run)) return null;
  const share = verification?.kind === 'under-way' ? verification.share : undefined;
  const busy = share !== undefined;
  return (
    <div className={styles.verification} role="group" aria-label="Verification">
      {verification === undefined || verification.kind === 'under-way' ? (
        <span className={styles.verificationHint}>
          Deterministic: running it again, unchanged, must give the same log.
        </span>
      ) : verification.kind === 'refused' ? (
        <Message text={verification.message} />
      ) : verification.verified.differs === undefined ? (
        <Seal run={run} {...verification.verified} />
      ) : (
        <Broken at={verification.verified.same} {...verification.verified.differs} />
      )}
      <Button
        icon={ShieldCheck}
        label={busy ? `Verifying… ${Math.floor(share * 100)} %` : 'Verify'}
        className={busy ? clsx(styles.verifying, 'number') : undefined}
        disabled={busy}
        onClick={() => void verifyRun(stores, run.id)}
      />
      {busy ? (
        <Button
          label="Cancel"
          onClick={() => {
            cancelVerify(stores, run.id);
          }}
        />
      ) : null}
    </div>
  );
}

interface SealProps {
  readonly run: RunSummary;
  readonly same: number;
  /** How many of the first entries were recorded, and not run. */
  readonly recorded: number;
}

function Seal({ run, same, recorded }: SealProps): JSX.Element {
  const { logHash } = run;
  return (
    <span
      className={clsx(styles.verificationSeal, styles.good)}
      title={logHash === undefined ? undefined : `Log hash ${logHash}`}
    >
      <BadgeCheck aria-hidden />
      {`Replayed ${formatEntries(same - recorded)}${recorded === 0 ? '' : ` after ${formatCount(recorded)} as recorded`}, ${logHash === undefined ? 'identical as far as it goes' : `identical hash ${logHash.slice(0, 8)}`}`}
    </span>
  );
}

interface BrokenProps {
  /** The entry that came out otherwise, by index. */
  readonly at: number;
  readonly was: LogEntry | undefined;
  readonly is: LogEntry | undefined;
}

function Broken({ at, was, is }: BrokenProps): JSX.Element {
  return (
    <span className={clsx(styles.verificationSeal, styles.bad)}>
      <CircleX aria-hidden />
      <span>Entry</span> <EntryLink entry={at} />
      <span>{`came out otherwise: was ${verificationText(was)}, is ${verificationText(is)}`}</span>
    </span>
  );
}

function verificationText(entry: LogEntry | undefined): string {
  if (entry === undefined) return 'nothing';
  const what =
    'action' in entry ? `${entry.action.app}.${entry.action.tool}` : `${entry.kind} ${entry.event}`;
  return `${what} (${entry.outcome.status})`;
}
