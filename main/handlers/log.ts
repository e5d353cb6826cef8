import type { LogEntry } from '../../engine/model/log-entry.ts';
import type { Parsed } from '../../preload/contract.ts';
import { ROWS_PER_CALL } from '../../preload/contract.ts';
import { Fault } from '../fault.ts';
import type { HandlersOf } from '../ipc.ts';
import type { KeptRuns } from '../kept-runs.ts';
import { findEntries } from '../runs/find-entries.ts';
import { rowsOf } from '../runs/log-row.ts';
import type { Office } from './office.ts';

/** What a run has logged, the states it came to, and what it was to do. */
export function logHandlers(office: Office): HandlersOf<'log' | 'state' | 'plan'> {
  const { kept } = office;
  return {
    'log.rows': ({ run, from }) =>
      rowsOf(kept.store.heads(run, from, ROWS_PER_CALL), kept.runs.summary(run) ?? { apps: [] }),
    'log.find': ({ run, search, from }) => findEntries(kept.store, run, search, from),
    'log.entry': ({ run, index }) => entryOf(kept, run, index),
    'log.change': ({ run, app, at, way }) => kept.store.changeBeside(run, app, at, way) ?? null,
    'state.read': ({ run, app, at }) => kept.store.stateAt(run, app, at),
    'plan.read': ({ run }) => kept.plans.of(run) ?? null,
    'plan.standings': ({ run, at }) => kept.plans.standings(run, at),
    'plan.whyNot': ({ run, event, at }) => kept.plans.whyNot(run, event, at),
  };
}

function entryOf({ store }: KeptRuns, run: Parsed<'log.entry'>['run'], index: number): LogEntry {
  const entry = store.entry(run, index);
  if (entry !== undefined) return entry;
  const summary = store.run(run);
  const found = summary === undefined ? 'no such run' : `${summary.entries} entries`;
  throw new Fault('no-such-entry', `run ${run}: found ${found}, wanted entry ${index}`);
}
