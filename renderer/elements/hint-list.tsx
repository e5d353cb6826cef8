import type { JSX } from 'react';
import { Lightbulb } from 'lucide-react';
import type { Hint } from '../../engine/model/index.ts';
import { LongText } from '../apps/long-text.tsx';
import './hint-list.css';

const CUT = 400; // characters

const WORDS = { task: 'Task hint', environment: 'Environment hint' } as const satisfies Record<
  Hint['kind'],
  string
>;

/** Hints for one event. */
export function HintList({ hints }: { readonly hints: readonly Hint[] }): JSX.Element | null {
  if (hints.length === 0) return null;
  return (
    <ul className="hint-list" aria-label="Hints">
      {hints.map(({ kind, text }, nth) => (
        <li key={nth} title={WORDS[kind]}>
          <Lightbulb role="img" aria-label={WORDS[kind]} />
          <LongText text={text} limit={CUT} />
        </li>
      ))}
    </ul>
  );
}
