import { notificationsOf, notificationRulesOf, type LogHead } from '../../engine/index.ts';
import type { LogEntry, RunSummary, CommitBatch } from '../../engine/model/index.ts';
import type { LogRow } from '../../preload/contract.ts';
import { gistOf } from './gist.ts';

/** `entry` as a list reads it from the store. */
export function headOf(entry: LogEntry): LogHead {
  const { changes, ...rest } = entry;
  return { ...rest, changed: changes.length > 0 };
}

/** The rows that entries of `run` make in a list. `writings` say when they were written, where that was kept. */
export function rowsOf(
  entries: readonly LogHead[],
  run: Pick<RunSummary, 'apps' | 'choices'>,
  writings: readonly CommitBatch[] = [],
): readonly LogRow[] {
  const telling = notificationRulesOf(run);
  let nth = 0;
  return entries.map((entry) => {
    while (nth < writings.length && writings[nth]!.last < entry.index) nth += 1;
    const told = notificationsOf(entry, telling).length > 0;
    return rowWith(entry, told, writings[nth]?.elapsed);
  });
}

/** The same for one, but for what the agent was told and when it was written. */
export function rowOf(entry: LogHead): Omit<LogRow, 'told' | 'written'> {
  return rowWith(entry, undefined, undefined);
}

/** All at once: to an object that is there already each field costs as much as all others. */
function rowWith<Told extends boolean | undefined>(
  entry: LogHead,
  told: Told,
  written: number | undefined,
): Omit<LogRow, 'told'> & { readonly told: Told } {
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
    told,
    written,
  };
}
