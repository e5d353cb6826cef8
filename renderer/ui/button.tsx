import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, createContext, type JSX, use, useState } from 'react';
import clsx from 'clsx';
import { ariaChord, chordText, type CommandName, keysOf, type Remapped } from './commands.ts';
import { hinted } from './overlays/tooltip.tsx';
import styles from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly icon?: LucideIcon;
  /** The label, shown beside the icon; for `bare` buttons only the tooltip and accessible name. */
  readonly label: string;
  /** The command that it runs, for the shortcut in its tooltip. */
  readonly command?: CommandName | undefined;
  /** The shortcut of a button without a command. */
  readonly keys?: string | undefined;
  /** Tooltip in place of the label: what the button will do, or why it is disabled. */
  readonly title?: string | undefined;
  readonly bare?: boolean;
  readonly tone?: 'plain' | 'primary' | 'danger';
}

/** The shortcuts that the person has set. */
export const RemappedContext = createContext<Remapped>({});

/** The shortcut of a command; `undefined` without a command, or when it has none. */
export function useShortcut(command: CommandName | undefined): string | undefined {
  const remapped = use(RemappedContext);
  return command === undefined ? undefined : keysOf(command, remapped)[0];
}

/** The button of the whole window. A focused button that becomes disabled keeps the focus. */
export function Button({
  icon: Icon,
  label,
  command,
  keys: ownKeys,
  bare = false,
  tone = 'plain',
  disabled = false,
  title,
  onClick,
  ...rest
}: ButtonProps): JSX.Element {
  const keys = useShortcut(command) ?? ownKeys;
  const [focused, setFocused] = useState(false);
  const off = disabled && !focused;
  const hint = title ?? (bare || keys !== undefined ? label : undefined);
  return (
    <button
      type="button"
      {...rest}
      {...hinted(hint, keys === undefined ? undefined : chordText(keys))}
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
      aria-keyshortcuts={keys && ariaChord(keys)}
      aria-description={title}
    >
      {Icon === undefined ? null : <Icon aria-hidden />}
      {bare ? null : <span>{label}</span>}
    </button>
  );
}
