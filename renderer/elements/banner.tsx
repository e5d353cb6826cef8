import type { JSX, ReactNode } from 'react';
import type { LucideIcon } from 'lucide-react';
import './banner.css';

interface BannerProps {
  readonly icon: LucideIcon;
  readonly tone: 'live' | 'warn';
  readonly label: string;
  readonly role?: 'status' | 'region' | 'complementary';
  readonly children: ReactNode;
}

/** A line under the title bar on how things stand as a whole, with what can be done about it. */
export function Banner({ icon: Icon, tone, label, role = 'region', children }: BannerProps): JSX.Element {
  return (
    <div className={`banner banner-${tone}`} role={role} aria-label={label}>
      <Icon aria-hidden />
      {children}
    </div>
  );
}
