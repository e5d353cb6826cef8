import type { BriefStanding } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { isTrouble } from '../format/words.ts';
import { isHopeless } from '../queue/order.ts';

/** What has become of an event at the playhead. */
export type EventStatus = 'fired' | 'failed' | 'skipped' | 'next' | 'waiting' | 'never';

export const STATUS_WORDS = {
  fired: 'Fired',
  failed: 'Failed',
  skipped: 'Skipped',
  next: 'Waits for its time',
  waiting: 'Waits for others',
  never: 'Will not fire any more',
} as const satisfies Record<EventStatus, string>;

export function statusOf(
  standing: BriefStanding['standing'] | undefined,
  rows: readonly LogRow[],
): EventStatus {
  switch (standing?.kind) {
    case 'fired':
    case 'impossible': {
      const row = rows[standing.entry];
      if (row === undefined) return 'fired';
      if (isTrouble(row)) return 'failed';
      return row.status === 'skipped' ? 'skipped' : standing.kind === 'fired' ? 'fired' : 'failed';
    }
    case 'due':
    case 'not-held':
    case 'watching':
      return isHopeless(standing) ? 'never' : 'next';
    case 'waits':
      return standing.hopeless ? 'never' : 'waiting';
    case 'dormant':
    case 'unknown':
    case undefined:
      return 'waiting';
  }
}

const WORST: readonly EventStatus[] = ['failed', 'never', 'waiting', 'next', 'skipped', 'fired'];

/** What a box of many events shows: the one that most wants looking at. */
export const worstOf = (statuses: readonly EventStatus[]): EventStatus =>
  WORST.find((status) => statuses.includes(status)) ?? 'waiting';
