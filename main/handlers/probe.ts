import type { HandlersOf } from '../ipc.ts';
import { demandAskable } from './demand-expression.ts';
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
    demandAskable(expression, trust);
    return kept.probing.follow({ run: summaryOf(kept, run).id, expression, from });
  },
});
