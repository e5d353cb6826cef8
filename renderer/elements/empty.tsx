import type { JSX, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import './empty.css';

interface EmptyProps {
  readonly icon?: LucideIcon;
  readonly title: string;
  /** Whether something is on its way: it is said once that takes a while. */
  readonly busy?: boolean;
  /** The one obvious next act, in words or as a button. */
  readonly children?: ReactNode;
}

/** What stands where there is nothing to show yet. */
export function Empty({ icon: Icon, title, busy = false, children }: EmptyProps): JSX.Element {
  return (
    <div className={`nothing ${busy ? 'busy' : ''}`} role={busy ? 'status' : undefined}>
      {Icon === undefined ? null : <Icon aria-hidden />}
      <p className="empty-title">{title}</p>
      {children === undefined || children === null ? null : <div className="empty-next">{children}</div>}
    </div>
  );
}
