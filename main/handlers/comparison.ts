import { Comparisons } from '../comparison/comparisons.ts';
import type { HandlersOf } from '../ipc.ts';
import type { Office } from './office.ts';
import { summaryOf } from './summary-of.ts';

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
