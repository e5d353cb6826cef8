import type { LogRow } from '../../../preload/contract.ts';

const BROKEN: readonly (string | undefined)[] = ['failed', 'broken', 'timed-out'];

/** Whether a tool failed, or a check broke, timed out or failed. */
export const isFailure = ({ status, verdict }: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  status === 'failed' || BROKEN.includes(verdict);

/** Whether the row is a waiting check. */
export const isWaiting = ({ verdict }: Pick<LogRow, 'verdict'>): boolean => verdict === 'waiting';

/** Whether the row has no effect: a waiting check or a skipped action. */
export const isIdle = (row: Pick<LogRow, 'status' | 'verdict'>): boolean =>
  row.status === 'skipped' || isWaiting(row);
