import type { JSX } from 'react';
import clsx from 'clsx';
import type { EntryKind } from '../../engine/model/index.ts';
import { KIND_WORDS } from './format/words.ts';
import styles from './kind-mark.module.css';

/** The outline of each kind, centred on the origin: the canvas and the lists draw the same. */
export const KIND_SHAPES = {
  agent: 'M0-4.6A4.6 4.6 0 1 1 0 4.6A4.6 4.6 0 1 1 0-4.6Z',
  user: 'M0-4.8L5 4L-5 4Z',
  environment: 'M-4.1-4.1H4.1V4.1H-4.1Z',
  condition: 'M0-5.2L5.2 0L0 5.2L-5.2 0Z',
  validation: 'M-4-5H-2.2V-4.4L4.8-1.6L-2.2 1.2V5H-4Z',
  'agent-validation': 'M-4-5H-2.2V-3.4H4.6V2.4H-2.2V5H-4Z',
  stop: 'M-4.6-4.6H-1.6V4.6H-4.6ZM1.6-4.6H4.6V4.6H1.6Z',
  wait: 'M-4.4-4.8H4.4L0 0L4.4 4.8H-4.4L0 0Z',
} as const satisfies Record<EntryKind, string>;

interface KindMarkProps {
  readonly kind: EntryKind;
  /** Whether to draw only the outline: the check is still waiting. */
  readonly idle?: boolean;
}

/** The icon of a kind of event, the same everywhere. */
export function KindMark({ kind, idle = false }: KindMarkProps): JSX.Element {
  return (
    <svg
      className={clsx(styles.mark, styles[kind], idle && styles.idle)}
      viewBox="-6 -6 12 12"
      role="img"
      aria-label={KIND_WORDS[kind]}
    >
      <path d={KIND_SHAPES[kind]} />
    </svg>
  );
}
