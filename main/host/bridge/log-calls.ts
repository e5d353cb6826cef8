import { judgementOf } from '../../../engine/index.ts';
import { ASKERS, type LogEntry, type RunId, sumCosts } from '../../../engine/model/index.ts';
import { comparedBy, Comparisons } from '../compare/index.ts';
import { transcriptText } from '../export/index.ts';
import {
  askedAgain,
  findEntries,
  readRows,
  readSummaries,
  costsOverTime,
  traceSteps,
  traceText,
  requestView,
  transcriptPage,
  valueHistoryOf,
} from '../inspect/index.ts';
import { ProblemError } from '../system/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { runToCompareWith, existingRun, type ReadableRuns } from './run-database.ts';

/** The services of the handlers that read runs. */
type Reading = Pick<Services, 'planner'> & { readonly database: ReadableRuns };

/** Handlers for a run's log, states and plan. */
export function logHandlers(services: Reading): HandlersOf<'log' | 'state' | 'plan'> {
  const { database } = services;
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
    'plan.read': ({ run }) => {
      const plan = database.plans.of(existingRun(database, run).id);
      return plan === undefined ? null : JSON.stringify(plan);
    },
    'plan.hints': ({ run }) => database.plans.hints(existingRun(database, run).id),
    'plan.statuses': async ({ run, at, limit }) => {
      const { queue, ...columns } = await database.plans.overview(run, at, limit);
      return { ...columns, queue: JSON.stringify(queue) };
    },
    'plan.values': ({ run, index }) =>
      services.planner.values({ file: database.file, run: existingRun(database, run).id, index }),
    'plan.whyNot': ({ run, event, at }) => database.plans.whyNot(run, event, at),
  };
}

function entryOf({ store }: ReadableRuns, run: RunId, index: number): LogEntry {
  const entry = store.entry(run, index);
  if (entry !== undefined) return entry;
  const summary = store.run(run);
  const found = summary === undefined ? 'no such run' : `${summary.entries} entries`;
  throw new ProblemError('no-such-entry', `There is no entry ${index} in run ${run}: ${found}`);
}

/** Handlers for the analysis of a run's log. */
export function inspectHandlers({ database }: Pick<Reading, 'database'>): HandlersOf<'inspect'> {
  return {
    'inspect.valueHistory': ({ run, at, ...followed }) =>
      valueHistoryOf(database.store, { run: existingRun(database, run).id, ...followed }, at),
    'inspect.knowledge': async ({ run, app, at }) =>
      JSON.stringify(await database.knowledge.at(existingRun(database, run), app, at)),
    'inspect.transcript': ({ run, from, turn }) =>
      transcriptPage(database.store, existingRun(database, run), from, turn),
    'inspect.request': ({ run, request }) =>
      JSON.stringify(requestView(database.store, existingRun(database, run), request)),
    'inspect.askedAgain': ({ run, request }) =>
      JSON.stringify(askedAgain(database.store, existingRun(database, run), request)),
    'inspect.costs': ({ runs }) => {
      const all = [...database.store.askerCosts(runs).values()];
      const sums = ASKERS.map((by) => [by, sumCosts(all.flatMap((costs) => costs[by] ?? []))] as const);
      return Object.fromEntries(sums.filter(([, sum]) => sum !== undefined));
    },
    'inspect.costsOverTime': ({ run }) => costsOverTime(database.store, existingRun(database, run)),
    'inspect.traceSteps': ({ run }) => traceSteps(database.store, existingRun(database, run)),
    'inspect.traceText': ({ run, nth }) => traceText(database.store, existingRun(database, run), nth) ?? '',
    'inspect.attempt': ({ run }) => database.store.attempt(existingRun(database, run).id) ?? null,
    'inspect.transcriptText': ({ run, format }) =>
      transcriptText(database.store, existingRun(database, run), format),
    'inspect.judgement': ({ run, configuration }) => {
      const judgement = judgementOf(database.store, existingRun(database, run), configuration);
      return judgement === undefined ? null : JSON.stringify(judgement);
    },
  };
}

/** Handlers for the comparison of two runs. */
export function comparisonHandlers(services: Pick<Reading, 'database'>): HandlersOf<'runs'> {
  const { database } = services;
  const comparisons = new Comparisons(database);
  return {
    'runs.compare': ({ a, b }) => comparisons.compare(existingRun(database, a), existingRun(database, b)),
    'runs.comparedBy': ({ runs }) => {
      const [first, ...others] = runs.map((id) => existingRun(database, id));
      const isOwn = others.every((run) => comparedBy(database.store, first!, run) === 'steps');
      return isOwn ? 'steps' : 'entries';
    },
    'runs.attempts': ({ a, b }) => comparisons.attempts(existingRun(database, a), existingRun(database, b)),
    'runs.attemptTable': ({ runs }) => comparisons.table(runs.map((id) => existingRun(database, id))),
    'runs.stepTexts': ({ a, b }) => {
      const stepOf = (one: typeof a) => one && { run: existingRun(database, one.run), step: one.step };
      return comparisons.texts(stepOf(a), stepOf(b));
    },
    'runs.cancelComparing': () => {
      comparisons.cancel();
      return null;
    },
    'runs.change': async ({ run, before }) => {
      const from = before === undefined ? runToCompareWith(database, run) : existingRun(database, before);
      if (from === undefined) return null;
      const divergence = await comparisons.parting(from, existingRun(database, run));
      return { from, divergence: divergence ?? null };
    },
    'runs.states': ({ a, b }) =>
      comparisons.states(
        { run: existingRun(database, a.run), at: a.at },
        { run: existingRun(database, b.run), at: b.at },
      ),
  };
}
