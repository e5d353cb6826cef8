import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  /** Content of the header: a title or tabs, and tools. */
  readonly head: ReactNode;
  readonly label: string;
  readonly id?: string;
  readonly role?: 'tabpanel' | 'region';
  /** Whether the body takes the focus when the panel opens and no element has it. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}

/** A panel of the workbench: a header of fixed height and a body that scrolls. */
export function Panel(props: PanelProps): JSX.Element {
  const { head, label, id, role = 'region', takesFocus = false, children } = props;
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus && document.activeElement === document.body) body.current?.focus();
  }, [takesFocus]);
  return (
    <section className={styles.panel} data-pane>
      <header className={styles.head}>{head}</header>
      {/* Takes the focus itself if it has no focusable content. */}
      <div
        ref={body}
        className={styles.body}
        data-pane-body
        data-takes-focus={takesFocus || undefined}
        {...{ id, role }}
        aria-label={label}
        tabIndex={-1}
      >
        {children}
      </div>
    </section>
  );
}

/** The body of the panel that takes the focus when it opens; `null` if none is open. */
export const openedPanel = (): HTMLElement | null => document.querySelector('[data-takes-focus]');
