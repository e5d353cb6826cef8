import { notificationsOf, toldAt, type LogHead } from '../../engine/index.ts';
import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { AppSummary } from '../../engine/model/run.ts';
import type { LogRow } from '../../preload/contract.ts';
import { gistOf } from './gist.ts';

/** `entry` as a list reads it from the store. */
export function headOf(entry: LogEntry): LogHead {
  const { changes, ...rest } = entry;
  return { ...rest, changed: changes.length > 0 };
}

/** The rows that entries of a run with these apps make in a list. */
export function rowsOf(entries: readonly LogHead[], apps: readonly AppSummary[]): readonly LogRow[] {
  const telling = { classes: new Map(apps.map((app) => [app.name, app.class])), told: toldAt.medium };
  return entries.map((entry) => ({ ...rowOf(entry), told: notificationsOf(entry, telling).length > 0 }));
}

/** The same for one, but for what the agent was told. */
export function rowOf(entry: LogHead): Omit<LogRow, 'told'> {
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
