import { comparedBy, Comparisons } from '../compare/index.ts';
import type { HandlersOf } from './handlers.ts';
import { runToCompareWith, existingRun, type ReadableRuns } from './run-database.ts';

/** Handlers for the comparison of two runs. */
export function comparisonHandlers({
  database,
}: {
  readonly database: ReadableRuns;
}): HandlersOf<'comparison'> {
  const comparisons = new Comparisons(database);
  return {
    'comparison.runs': ({ a, b }) => comparisons.compare(existingRun(database, a), existingRun(database, b)),
    'comparison.by': ({ runs }) => {
      const [first, ...others] = runs.map((id) => existingRun(database, id));
      const isOwn = others.every((run) => comparedBy(database.store, first!, run) === 'steps');
      return isOwn ? 'steps' : 'entries';
    },
    'comparison.attempts': ({ a, b }) =>
      comparisons.attempts(existingRun(database, a), existingRun(database, b)),
    'comparison.attemptTable': ({ runs }) => comparisons.table(runs.map((id) => existingRun(database, id))),
    'comparison.stepTexts': ({ a, b }) => {
      const stepOf = (one: typeof a) => one && { run: existingRun(database, one.run), step: one.step };
      return comparisons.texts(stepOf(a), stepOf(b));
    },
    'comparison.cancel': () => {
      comparisons.cancel();
      return null;
    },
    'comparison.change': async ({ run, before }) => {
      const from = before === undefined ? runToCompareWith(database, run) : existingRun(database, before);
      if (from === undefined) return null;
      const divergence = await comparisons.parting(from, existingRun(database, run));
      return { from, divergence: divergence ?? null };
    },
    'comparison.states': ({ a, b }) =>
      comparisons.states(
        { run: existingRun(database, a.run), at: a.at },
        { run: existingRun(database, b.run), at: b.at },
      ),
  };
}
