import { type LucideIcon, TriangleAlert } from 'lucide-react';
import type { JSX, ReactNode } from 'react';
import clsx from 'clsx';
import { legible } from '../../engine/model/index.ts';
import { Button } from './button.tsx';
import styles from './banner.module.css';
import messageStyles from './message.module.css';
import emptyStyles from './empty.module.css';

interface BannerProps {
  readonly icon: LucideIcon;
  readonly tone: 'live' | 'warn';
  readonly label: string;
  readonly role?: 'status' | 'region' | 'complementary';
  readonly children: ReactNode;
}

/** A banner under the title bar about the state of the window, with actions. */
export function Banner({ icon: Icon, tone, label, role = 'region', children }: BannerProps): JSX.Element {
  return (
    <div className={clsx(styles.banner, styles[tone])} role={role} aria-label={label}>
      <Icon aria-hidden />
      {children}
    </div>
  );
}

/** An error message in place. */
export function Message({
  text,
  children,
}: {
  readonly text: string;
  /** A button with the next step. */
  readonly children?: ReactNode;
}): JSX.Element {
  return (
    <p className={messageStyles.problem} role="alert">
      <TriangleAlert aria-hidden />
      <span>{legible(text)}</span>
      {children}
    </p>
  );
}

/** Lets the person trust code that came from elsewhere; `null` when there is nothing to trust. */
export function TrustCodeButton({
  onTrust,
}: {
  readonly onTrust: (() => void) | undefined;
}): JSX.Element | null {
  return onTrust === undefined ? null : <Button label="Trust this code…" onClick={onTrust} />;
}

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** Whether content is loading; announced after a while. */
  readonly busy?: boolean;
  /** The next step, as text or a button. */
  readonly children?: ReactNode;
}

/** Placeholder for an empty view. */
export function Empty({ icon: Icon, title, busy = false, children }: EmptyProps): JSX.Element {
  return (
    <div
      className={clsx(emptyStyles.nothing, busy && emptyStyles.busy)}
      role={busy ? 'status' : undefined}
      data-empty
    >
      {Icon === undefined ? null : <Icon aria-hidden />}
      <p className={emptyStyles.title}>{title}</p>
      {children === undefined || children === null ? null : (
        <div className={emptyStyles.next}>{children}</div>
      )}
    </div>
  );
}
