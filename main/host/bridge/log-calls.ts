import { compareRunWithOracle } from '../../../engine/index.ts';
import type { LogEntry, RunId } from '../../../engine/model/index.ts';
import { type LogRow, ROWS_PER_CALL } from '../../../preload/contract.ts';
import { Comparisons } from '../compare/index.ts';
import { agentLines, agentLogs, findEntries, packRows, rowsOf, trailOf } from '../inspect/index.ts';
import { Fault } from '../system/index.ts';
import type { HandlersOf, Office } from './handlers.ts';
import { type KeptRuns, summaryOf } from './run-database.ts';

/** Read so few at a time, entries are gone again before they cost the memory anything. */
const STRETCH = 1_000;

/** What a run has logged, the states it came to, and what it was to do. */
export function logHandlers(office: Office): HandlersOf<'log' | 'state' | 'plan'> {
  const { kept } = office;
  return {
    'log.rows': ({ run, from }) => packRows(from, rowsFrom(kept, run, from)),
    'log.find': async ({ run, search, from }) =>
      Uint32Array.from(await findEntries(kept.store, run, search, from)),
    'log.index': ({ run }) => {
      kept.indexing.begin(run);
      return null;
    },
    'log.entry': ({ run, index }) => entryOf(kept, run, index),
    'log.change': ({ run, app, at, way }) =>
      kept.store.adjacentChange(run, app, at, way === 'on' ? 'next' : 'previous') ?? null,
    'state.read': ({ run, app, at }) => JSON.stringify(kept.store.stateAt(run, app, at)),
    'plan.read': ({ run }) => kept.plans.of(run) ?? null,
    'plan.hints': ({ run }) => kept.plans.hints(run),
    'plan.statuses': ({ run, at }) => kept.plans.statuses(run, at),
    'plan.whyNot': ({ run, event, at }) => kept.plans.whyNot(run, event, at),
  };
}

function* rowsFrom({ store, runs }: KeptRuns, run: RunId, from: number): Generator<LogRow> {
  const summary = runs.summary(run) ?? { apps: [] };
  for (let at = from; at < from + ROWS_PER_CALL; at += STRETCH) {
    const rows = rowsOf(store.heads(run, at, STRETCH), summary, store.commitBatches(run, at, STRETCH));
    yield* rows;
    if (rows.length < STRETCH) return;
  }
}

function entryOf({ store }: KeptRuns, run: RunId, index: number): LogEntry {
  const entry = store.entry(run, index);
  if (entry !== undefined) return entry;
  const summary = store.run(run);
  const found = summary === undefined ? 'no such run' : `${summary.entries} entries`;
  throw new Fault('no-such-entry', `run ${run}: found ${found}, wanted entry ${index}`);
}

/** Questions about a run's log. */
export function inspectHandlers({ kept }: Office): HandlersOf<'inspect'> {
  return {
    'inspect.trail': ({ at, ...followed }) => trailOf(kept.store, followed, at),
    'inspect.knowledge': async ({ run, app, at }) =>
      JSON.stringify(await kept.knowledge.at(summaryOf(kept, run), app, at)),
    'inspect.agent': ({ run, from }) => agentLines(kept.store, summaryOf(kept, run), from),
    'inspect.agentLogs': ({ run }) => agentLogs(kept.store, summaryOf(kept, run)),
    'inspect.oracle': ({ run }) => compareRunWithOracle(kept.store, summaryOf(kept, run)),
  };
}

/** Two runs side by side. */
export function comparisonHandlers(office: Office): HandlersOf<'runs'> {
  const { kept } = office;
  const comparisons = new Comparisons(kept);
  return {
    'runs.compare': ({ a, b }) => comparisons.compare(summaryOf(kept, a), summaryOf(kept, b)),
    'runs.parting': async ({ a, b }) =>
      (await comparisons.parting(summaryOf(kept, a), summaryOf(kept, b))) ?? null,
    'runs.states': ({ a, b }) =>
      comparisons.states(
        { run: summaryOf(kept, a.run), at: a.at },
        { run: summaryOf(kept, b.run), at: b.at },
      ),
  };
}
