import { type LogEntry, type RunId } from '../../../engine/model/index.ts';
import { findEntries, readRows, readSummaries } from '../inspect/index.ts';
import { ProblemError } from '../system/index.ts';
import type { HandlersOf } from './handlers.ts';
import { existingRun, type ReadableRuns } from './run-database.ts';

/** The services of the handlers that read runs. */
interface Reading {
  readonly database: ReadableRuns;
}

/** Handlers for a run's log and states. */
export function logHandlers({ database }: Reading): HandlersOf<'log' | 'state'> {
  return {
    'log.rows': ({ run, from }) => readRows(database.store, existingRun(database, run), from),
    'log.summaries': ({ run, from }) => readSummaries(database.store, existingRun(database, run), from),
    'log.find': async ({ run, search, from }) =>
      Uint32Array.from(await findEntries(database.store, existingRun(database, run).id, search, from)),
    'log.index': ({ run }) => {
      database.indexing.begin(existingRun(database, run).id);
      return null;
    },
    'log.entry': ({ run, index }) => entryOf(database, run, index),
    'log.change': ({ run, app, at, way }) =>
      database.store.adjacentChange(
        existingRun(database, run).id,
        app,
        at,
        way === 'on' ? 'next' : 'previous',
      ) ?? null,
    'state.read': ({ run, app, at }) => JSON.stringify(database.store.stateAt(run, app, at)),
  };
}

function entryOf({ store }: ReadableRuns, run: RunId, index: number): LogEntry {
  const entry = store.entry(run, index);
  if (entry !== undefined) return entry;
  const summary = store.run(run);
  const found = summary === undefined ? 'no such run' : `${summary.entries} entries`;
  throw new ProblemError('no-such-entry', `There is no entry ${index} in run ${run}: ${found}`);
}
