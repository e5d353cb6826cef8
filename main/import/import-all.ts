import { OrreryError } from '../../engine/index.ts';
import type { RunSummary } from '../../engine/model/index.ts';
import { Fault } from '../fault.ts';

/**
 * Imports several, each by one of `imports`; one that is broken does not keep the others out.
 *
 * @throws {Fault} that names all that did not come in.
 */
export async function importAll(
  imports: readonly (() => RunSummary | Promise<RunSummary>)[],
): Promise<readonly RunSummary[]> {
  const runs: RunSummary[] = [];
  const refusals: OrreryError[] = [];
  for (const one of imports)
    try {
      runs.push(await one());
    } catch (thrown) {
      if (!(thrown instanceof OrreryError)) throw thrown;
      refusals.push(thrown);
    }
  const [only, ...others] = refusals;
  if (only === undefined) return runs;
  if (others.length === 0 && runs.length === 0) throw only;
  const took = runs.length === 0 ? '' : ` (${runs.length} came in)`;
  throw new Fault('not-all-imported', `${refusals.map(({ message }) => message).join('\n')}${took}`);
}
