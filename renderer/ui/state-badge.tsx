import {
  Archive,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleStop,
  CircleX,
  type LucideIcon,
  Unplug,
} from 'lucide-react';
import type { JSX } from 'react';
import clsx from 'clsx';
import { type RunState, wasCutShort } from '../../engine/model/index.ts';
import { STATE_WORDS } from './format/words.ts';
import styles from './state-badge.module.css';

interface Badge {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'bad' | 'warn' | 'live' | 'plain';
  readonly words: string;
}

/** What of a run says how it stands. */
interface Standing {
  readonly state: RunState;
  readonly verdict: { readonly passed: boolean } | undefined;
}

/** How a run stands, in one word and one colour: its verdict where it has one. */
export function badgeOf({ state, verdict }: Standing): Badge {
  const words = STATE_WORDS[state];
  switch (state) {
    case 'running':
      return { icon: CirclePlay, tone: 'live', words };
    case 'paused':
      return { icon: CirclePause, tone: 'warn', words };
    case 'interrupted':
      return { icon: Unplug, tone: 'warn', words };
    case 'failed':
      return { icon: CircleX, tone: 'bad', words };
    case 'recorded':
      if (verdict === undefined) return { icon: Archive, tone: 'plain', words };
      break;
    case 'completed':
    case 'stopped':
      if (verdict === undefined || wasCutShort({ state, verdict }))
        return { icon: CircleStop, tone: 'warn', words };
  }
  return verdict.passed
    ? { icon: CircleCheck, tone: 'good', words: 'Passed' }
    : { icon: CircleX, tone: 'bad', words: 'Did not pass' };
}

export function StateBadge({ run }: { readonly run: Standing }): JSX.Element {
  const { icon: Icon, tone, words } = badgeOf(run);
  return (
    <span className={clsx(styles.badge, styles[tone])} role="img" aria-label={words} title={words}>
      <Icon aria-hidden />
    </span>
  );
}
