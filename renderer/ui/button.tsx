import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type JSX, useState } from 'react';
import clsx from 'clsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly icon?: LucideIcon;
  /** The name; beside the icon, or, for `bare` buttons, only heard and shown on hover. */
  readonly label: string;
  readonly keys?: string | undefined;
  readonly bare?: boolean;
  readonly tone?: 'plain' | 'primary' | 'danger';
}

/** Every button of the window. One that is switched off while it has the focus keeps it. */
export function Button({
  icon: Icon,
  label,
  keys,
  bare = false,
  tone = 'plain',
  disabled = false,
  onClick,
  ...rest
}: ButtonProps): JSX.Element {
  const [focused, setFocused] = useState(false);
  const hint = keys === undefined ? label : `${label} (${keys})`;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled && !focused}
      aria-disabled={disabled && focused ? true : undefined}
      onClick={(event) => {
        if (disabled) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setFocused(true);
        rest.onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        rest.onBlur?.(event);
      }}
      className={clsx(styles.button, bare ? styles.bare : styles[tone], rest.className)}
      data-bare={bare || undefined}
      aria-label={label}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
      title={rest.title ?? (bare || keys !== undefined ? hint : undefined)}
    >
      {Icon === undefined ? null : <Icon aria-hidden />}
      {bare ? null : <span>{label}</span>}
    </button>
  );
}
