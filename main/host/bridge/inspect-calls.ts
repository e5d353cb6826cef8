import { judgementOf } from '../../../engine/index.ts';
import { ASKERS, sumCosts } from '../../../engine/model/index.ts';
import { transcriptText } from '../export/index.ts';
import {
  askedAgain,
  costsOverTime,
  traceSteps,
  traceStepText,
  requestView,
  transcriptPage,
  valueHistoryOf,
} from '../inspect/index.ts';
import type { HandlersOf, Services } from './handlers.ts';
import { existingRun, type ReadableRuns } from './run-database.ts';

/** The services of the handlers that read runs. */
interface Reading {
  readonly database: ReadableRuns;
}

/** Handlers for the plans of runs. */
export function planHandlers({ database, planner }: Reading & Pick<Services, 'planner'>): HandlersOf<'plan'> {
  return {
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
      planner.values({ file: database.file, run: existingRun(database, run).id, index }),
    'plan.whyNot': ({ run, event, at }) => database.plans.whyNot(run, event, at),
  };
}

/** Handlers for the analysis of a run's log. */
export function inspectHandlers({ database }: Reading): HandlersOf<'inspect'> {
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
    'inspect.traceText': ({ run, nth }) =>
      traceStepText(database.store, existingRun(database, run), nth) ?? '',
    'inspect.attempt': ({ run }) => database.store.attempt(existingRun(database, run).id) ?? null,
    'inspect.transcriptText': ({ run, format }) =>
      transcriptText(database.store, existingRun(database, run), format),
    'inspect.judgement': ({ run, configuration }) => {
      const judgement = judgementOf(database.store, existingRun(database, run), configuration);
      return judgement === undefined ? null : JSON.stringify(judgement);
    },
  };
}
