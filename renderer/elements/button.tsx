import type { ButtonHTMLAttributes, JSX } from 'react';
import type { LucideIcon } from 'lucide-react';
import './button.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon?: LucideIcon;
  /** The name; beside the icon, or, for `bare` buttons, only heard and shown on hover. */
  readonly label: string;
  readonly keys?: string | undefined;
  readonly bare?: boolean;
  readonly tone?: 'plain' | 'primary' | 'danger';
}

/** Every button of the window. */
export function Button({
  icon: Icon,
  label,
  keys,
  bare = false,
  tone = 'plain',
  ...rest
}: ButtonProps): JSX.Element {
  const hint = keys === undefined ? label : `${label} (${keys})`;
  return (
    <button
      type="button"
      {...rest}
      className={`button ${bare ? 'bare' : tone} ${rest.className ?? ''}`}
      aria-label={label}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      title={rest.title ?? (bare || keys !== undefined ? hint : undefined)}
    >
      {Icon === undefined ? null : <Icon aria-hidden />}
      {bare ? null : <span>{label}</span>}
    </button>
  );
}
