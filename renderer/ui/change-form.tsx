import clsx from 'clsx';
import { type JSX, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Message } from './messages.tsx';
import { Select } from './select.tsx';
import styles from './form.module.css';

interface ChangeFormProps<Kind extends string> {
  /** The name of the form for screen readers. */
  readonly label: string;
  readonly className: string | undefined;
  readonly kind: Kind;
  /** The kinds of change to choose from, with their labels. */
  readonly kinds: readonly { readonly value: Kind; readonly label: string }[];
  readonly onKind: (kind: Kind) => void;
  /** The fields of the kind. */
  readonly children: ReactNode;
  /** Why the branch cannot start. */
  readonly problem: string | undefined;
  /** What a branch with this change does. */
  readonly note: string;
  readonly submitLabel: string;
  readonly canSubmit: boolean;
  /** Starts the branch. Returns whether it started. */
  readonly onSubmit: () => Promise<boolean>;
  /** Called after the start, and when the form is cancelled. */
  readonly onDone: () => void;
}

/** A form for the one change of a branch: its kind, the fields of the kind, and what the branch does. Escape cancels it. */
export function ChangeForm<Kind extends string>(props: ChangeFormProps<Kind>): JSX.Element {
  const { kind, kinds, onKind, problem, canSubmit, onSubmit, onDone } = props;
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [kind]);
  const canStart = canSubmit && problem === undefined && !busy;

  const start = async (): Promise<void> => {
    setBusy(true);
    if (await onSubmit()) onDone();
    else setBusy(false);
  };
  return (
    <form
      ref={form}
      className={clsx(styles.form, props.className)}
      aria-label={props.label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (canStart) void start();
      }}
    >
      <div>
        <span aria-hidden>What to change</span>
        <Select label="What to change" autoFocus value={kind} options={kinds} onChoose={onKind} />
      </div>
      {props.children}
      {problem === undefined ? null : <Message text={problem} />}
      <p className={styles.note}>{props.note}</p>
      <div className={styles.buttons}>
        <Button label="Cancel" onClick={onDone} />
        <Button label={props.submitLabel} tone="primary" type="submit" disabled={!canStart} />
      </div>
    </form>
  );
}
