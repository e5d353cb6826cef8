import {
  Archive,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CirclePlay,
  CircleStop,
  CircleX,
  type LucideIcon,
  Unplug,
} from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import {
  getOwn,
  type EndingCause,
  type RunNote,
  type RunState,
  type VerdictOutcome,
} from '../../engine/model/index.ts';
import { ENDING_WORDS, STATE_WORDS, VERDICT_WORDS } from './format/words.ts';
import styles from './state-badge.module.css';

interface Badge {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'bad' | 'warn' | 'live' | 'plain';
  readonly words: string;
}

/** The fields of a run that its badge depends on. */
interface BadgeInput {
  readonly state: RunState;
  readonly verdict: { readonly outcome: VerdictOutcome } | undefined;
  /** Why the run ended early; `notes` may have it instead. */
  readonly ending?: EndingCause | undefined;
  readonly notes?: readonly RunNote[];
}

/** The cause of an early end, from the notes of a run. */
const endingOf = (notes: readonly RunNote[]): EndingCause | undefined =>
  notes.find((note) => note.kind === 'ending')?.cause;

/** The badge of a run that its agent ended. */
const endingBadge = (ending: EndingCause | undefined): Badge | undefined => {
  const words = ending && getOwn<string>(ENDING_WORDS, ending);
  return words === undefined ? undefined : { icon: Unplug, tone: 'bad', words };
};

/** The badge of a run: icon, tone and words of its verdict, if it has one, else of its state. */
export function badgeOf({ state, verdict, notes = [], ending = endingOf(notes) }: BadgeInput): Badge {
  const words = STATE_WORDS[state];
  switch (state) {
    case 'running':
      return { icon: CirclePlay, tone: 'live', words };
    case 'paused':
      return { icon: CirclePause, tone: 'warn', words };
    case 'interrupted':
      return endingBadge(ending) ?? { icon: Unplug, tone: 'warn', words };
    case 'failed':
      return { icon: CircleX, tone: 'bad', words };
    case 'recorded':
      if (verdict === undefined) return { icon: Archive, tone: 'plain', words };
      break;
    case 'completed':
    case 'stopped':
      if (verdict === undefined || (state === 'stopped' && verdict.outcome === 'not-judged'))
        return { icon: CircleStop, tone: 'warn', words: endingBadge(ending)?.words ?? words };
  }
  const { outcome } = verdict;
  return { ...VERDICT_MARKS[outcome], words: VERDICT_WORDS[outcome] };
}

/** Icon and tone of each verdict outcome. */
export const VERDICT_MARKS = {
  passed: { icon: CircleCheck, tone: 'good' },
  failed: { icon: CircleX, tone: 'bad' },
  'not-judged': { icon: CircleDashed, tone: 'plain' },
} as const satisfies Record<VerdictOutcome, Omit<Badge, 'words'>>;

export function StateBadge({ run }: { readonly run: BadgeInput }): JSX.Element {
  const { icon: Icon, tone, words } = badgeOf(run);
  return (
    <span className={clsx(styles.badge, styles[tone])} role="img" aria-label={words} title={words}>
      <Icon aria-hidden />
    </span>
  );
}
