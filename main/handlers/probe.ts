import { Fault } from '../fault.ts';
import type { HandlersOf } from '../ipc.ts';
import { isPath, problemIn } from '../probes/expression.ts';
import type { Office } from './office.ts';
import { summaryOf } from './summary-of.ts';

/** Expressions that are watched over whole runs. */
export const probeHandlers = ({ kept, probes, trust }: Office): HandlersOf<'probes'> => ({
  'probes.read': () => probes.list,
  'probes.set': async ({ probes: list }) => {
    await probes.set(list);
    return null;
  },
  'probes.follow': ({ run, expression, from }) => {
    if (!isPath(expression)) trust.demand();
    const problem = problemIn(expression);
    if (problem !== undefined) throw new Fault('bad-expression', problem);
    return kept.probing.follow({ run: summaryOf(kept, run).id, expression, from });
  },
});
