import type { JSX } from 'react';
import type { EventKind } from '../../engine/model/index.ts';
import { KIND_WORDS } from '../format/words.ts';
import { KIND_SHAPES } from './kind-shapes.ts';
import './kind-mark.css';

interface KindMarkProps {
  readonly kind: EventKind;
  /** Drawn as an outline: nothing came of it yet. */
  readonly idle?: boolean;
}

/** The shape and colour a kind of event has everywhere. */
export function KindMark({ kind, idle = false }: KindMarkProps): JSX.Element {
  return (
    <svg
      className={`kind-mark kind-${kind}${idle ? ' idle' : ''}`}
      viewBox="-6 -6 12 12"
      role="img"
      aria-label={KIND_WORDS[kind]}
    >
      <path d={KIND_SHAPES[kind]} />
    </svg>
  );
}
