import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type JSX, useState } from 'react';
import clsx from 'clsx';
import { chordText } from './commands.ts';
import { Hinted } from './overlays/tooltip.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly icon?: LucideIcon;
  /** The name; beside the icon, or, for `bare` buttons, only heard and shown on hover. */
  readonly label: string;
  /** The key that does the same. */
  readonly keys?: string | undefined;
  /** What the tooltip says in the place of the name: what it will do, or why it cannot. */
  readonly title?: string | undefined;
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
  title,
  onClick,
  ...rest
}: ButtonProps): JSX.Element {
  const [focused, setFocused] = useState(false);
  const off = disabled && !focused;
  const hint = title ?? (bare || keys !== undefined ? label : undefined);
  const shown = keys === undefined ? undefined : chordText(keys);
  return (
    // The same elements whether it is switched off or not, so that it is not made anew when that changes.
    <Hinted text={hint} keys={shown} disabled={off}>
      <button
        type="button"
        {...rest}
        disabled={off}
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
        aria-description={title}
        // No tooltip of ours is shown there: the pointer over it goes unnoticed.
        title={
          off
            ? (title ?? (hint === undefined || shown === undefined ? hint : `${hint} (${shown})`))
            : undefined
        }
      >
        {Icon === undefined ? null : <Icon aria-hidden />}
        {bare ? null : <span>{label}</span>}
      </button>
    </Hinted>
  );
}
