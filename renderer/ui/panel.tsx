import type { JSX, ReactNode } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  /** Content of the header: a title or tabs, and tools. */
  readonly head: ReactNode;
  readonly label: string;
  readonly id?: string;
  readonly role?: 'tabpanel' | 'region';
  readonly children: ReactNode;
}

/** A panel of the workbench: a header of fixed height and a body that scrolls. */
export function Panel({ head, label, id, role = 'region', children }: PanelProps): JSX.Element {
  return (
    <section className={styles.panel} data-panel>
      <header className={styles.head}>{head}</header>
      {/* Takes the focus itself if it has no focusable content. */}
      <div className={styles.body} data-panel-body id={id} role={role} aria-label={label} tabIndex={-1}>
        {children}
      </div>
    </section>
  );
}
