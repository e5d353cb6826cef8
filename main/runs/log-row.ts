import type { LogHead } from '../../engine/index.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { LogRow } from '../../preload/contract.ts';
import { gistOf } from './gist.ts';

/** `entry` as a list reads it from the store. */
export function headOf(entry: LogEntry): LogHead {
  const { changes, ...rest } = entry;
  return { ...rest, changed: changes.length > 0 };
}

/** The row that `entry` makes in a list. */
export function rowOf(entry: LogHead): LogRow {
  const { index, time, due, event, kind, causes, changed, outcome } = entry;
  return {
    index,
    time,
    due,
    event,
    kind,
    causes,
    changed,
    status: outcome.status,
    oracle: 'oracle' in entry && entry.oracle,
    app: 'action' in entry ? entry.action.app : undefined,
    tool: 'action' in entry ? entry.action.tool : undefined,
    verdict: 'verdict' in entry ? entry.verdict : undefined,
    gist: gistOf(entry),
  };
}
