import type { BriefEventStatus } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { isTrouble } from '../format/words.ts';
import { isHopeless } from '../queue/order.ts';

/** What has become of an event at the playhead. */
export type NodeStatus = 'fired' | 'failed' | 'skipped' | 'next' | 'waiting' | 'never';

export const STATUS_WORDS = {
  fired: 'Fired',
  failed: 'Failed',
  skipped: 'Skipped',
  next: 'Waits for its time',
  waiting: 'Waits for others',
  never: 'Will not fire any more',
} as const satisfies Record<NodeStatus, string>;

export function statusOf(status: BriefEventStatus | undefined, rows: readonly LogRow[]): NodeStatus {
  switch (status?.kind) {
    case 'fired':
    case 'never-releases': {
      const row = rows[status.entry];
      if (row === undefined) return 'fired';
      if (isTrouble(row)) return 'failed';
      return row.status === 'skipped' ? 'skipped' : status.kind === 'fired' ? 'fired' : 'failed';
    }
    case 'scheduled':
    case 'not-held':
    case 'watching':
      return isHopeless(status) ? 'never' : 'next';
    case 'waiting':
      return status.neverFires ? 'never' : 'waiting';
    case 'dormant':
    case 'unknown':
    case undefined:
      return 'waiting';
  }
}

const WORST: readonly NodeStatus[] = ['failed', 'never', 'waiting', 'next', 'skipped', 'fired'];

/** What a box of many events shows: the one that most wants looking at. */
export const worstOf = (statuses: readonly NodeStatus[]): NodeStatus =>
  WORST.find((status) => statuses.includes(status)) ?? 'waiting';
